@preconcurrency import CAdwaita

extension Object {
    /// Sets the name for assistive technology.
    package func setAccessibleName(_ name: String) {
        // GTK labels a button by its text, which would take precedence over the name.
        gtk_accessible_reset_relation(pointer(), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, name)
    }

    /// Sets the text of the widget's value, including its unit.
    package func setAccessibleValueText(_ text: String) {
        setAccessible(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text)
    }

    /// Sets the widget's value, if it differs from its adjustment's.
    package func setAccessibleValue(_ number: Double) {
        withValue(.double, { g_value_set_double($0, number) }) { value in
            var property = GTK_ACCESSIBLE_PROPERTY_VALUE_NOW
            gtk_accessible_update_property_value(pointer(), 1, &property, value)
        }
    }

    /// Sets whether the widget's foldable content is expanded.
    package func setAccessibleExpanded(_ isExpanded: Bool) {
        // The property has three states; the third is “undefined”.
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
    /// Sets the name of the button inside a drop-down or a color button, which takes the focus.
    package func setAccessibleNameOfButton(_ name: String) {
        guard let button = gtk_widget_get_first_child(widget) else { return }
        Object(button).setAccessibleName(name)
    }

    /// Sets the description of the button inside a widget, which takes the focus.
    package func setAccessibleDescriptionOfButton(_ text: String) {
        guard let button = gtk_widget_get_first_child(widget) else { return }
        Object(button).setAccessibleDescription(text)
    }

    /// Sets the name of a menu button and of the button inside it, which takes the focus.
    package func setAccessibleNameOfMenuButton(_ name: String) {
        setAccessibleNameOfButton(name)
        // Otherwise the accessible name of the widget around the button is its class name.
        setAccessibleName(name)
    }

    /// Sets the description that assistive technology reads in addition to the name.
    package func setAccessibleDescription(_ text: String) {
        setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text)
    }
}
