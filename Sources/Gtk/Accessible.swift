@preconcurrency import CAdwaita

extension Object {
    /// What assistive technology calls the widget.
    package func setAccessibleName(_ name: String) {
        setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, name)
    }

    /// What the widget's value reads as, unit and all.
    package func setAccessibleValueText(_ text: String) {
        setAccessible(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text)
    }

    /// What the widget's value is, where that is not what its adjustment says.
    package func setAccessibleValue(_ number: Double) {
        withValue(.double, { g_value_set_double($0, number) }) { value in
            var property = GTK_ACCESSIBLE_PROPERTY_VALUE_NOW
            gtk_accessible_update_property_value(pointer(), 1, &property, value)
        }
    }

    /// Whether what the widget folds away is shown.
    package func setAccessibleExpanded(_ isExpanded: Bool) {
        // The property is of three states, of which “undefined” is the third.
        withValue(.int, { g_value_set_int($0, isExpanded ? 1 : 0) }) { value in
            var state = GTK_ACCESSIBLE_STATE_EXPANDED
            gtk_accessible_update_state_value(pointer(), 1, &state, value)
        }
    }

    fileprivate func setAccessible(_ property: GtkAccessibleProperty, _ text: String) {
        withValue(.string, { g_value_set_string($0, text) }) { value in
            var property = property
            gtk_accessible_update_property_value(pointer(), 1, &property, value)
        }
    }
}

extension Object {
    /// The same of the button within a drop-down or a color button, which is what has the focus.
    package func setAccessibleNameOfButton(_ name: String) {
        guard let button = gtk_widget_get_first_child(widget) else { return }
        Object(button).setAccessibleName(name)
    }

    /// The same of the button within a menu button, whose own label would be said after the name.
    package func setAccessibleNameOfMenuButton(_ name: String) {
        guard let button = gtk_widget_get_first_child(widget).map(Object.init) else { return }
        gtk_accessible_reset_relation(button.pointer(), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        button.setAccessibleName(name)
    }

    /// What assistive technology says beside the name.
    package func setAccessibleDescription(_ text: String) {
        setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text)
    }
}
