// room Filters
