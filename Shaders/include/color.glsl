// BT.601 luma
