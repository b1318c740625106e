package org.espalier.run.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Records;
import org.espalier.model.train.TrainingSettings;

/**
 * Settings that become the components of a record. Type, range and default of such a setting, and whether a resumed run may
 * change it, are those of the component; its description adds the key and the help.
 */
final class TypedSettings<R extends Record> {
    private final R defaults;
    private final Class<R> type;
    private final Map<String, Setting<?>> byComponent = new LinkedHashMap<>();

    @SuppressWarnings("unchecked") // the class of a record is final
    TypedSettings(R defaults) {
        this.defaults = defaults;
        this.type = (Class<R>) defaults.getClass();
    }

    /** Describes the setting of a component, from which {@link #read} takes the component's value. */
    Setting<Object> describe(String component, String key, String help) {
        ValueType<Object> values = ValueType.of(type, component);
        Object defaultValue = Objects.requireNonNull(Records.values(defaults).get(component));
        Setting<Object> setting = Setting.of(key, values, defaultValue, help);
        if (Records.component(type, component).isAnnotationPresent(TrainingSettings.Changeable.class)) {
            setting = setting.asChangeable();
        }
        byComponent.put(component, setting);
        return setting;
    }

    /**
     * Creates the record from values. A component without a setting has its default.
     *
     * @throws EspalierException if values contradict each other; the message names the place of one of them
     */
    R read(SettingValues values) {
        Map<String, Object> components = Records.values(defaults);
        byComponent.forEach((component, setting) -> components.put(component, values.value(setting)));
        try {
            return Records.create(type, components);
        } catch (EspalierException e) {
            List<Setting<?>> involved = new ArrayList<>();
            e.settings().forEach(component -> involved.add(Objects.requireNonNull(byComponent.get(component))));
            throw values.error(involved, String.valueOf(e.getMessage()));
        }
    }
}
