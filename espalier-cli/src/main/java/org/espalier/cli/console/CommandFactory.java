package org.espalier.cli.console;

import java.lang.reflect.Constructor;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands that annotations name: one whose constructor takes a {@link Console} gets this one. */
public record CommandFactory(Console console) implements IFactory {
    @Override
    public <T> T create(Class<T> type) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            Class<?>[] parameters = constructor.getParameterTypes();
            if (parameters.length == 1 && parameters[0] == Console.class) {
                constructor.setAccessible(true); // commands of other modules are as private to their packages
                return type.cast(constructor.newInstance(console));
            }
        }
        return CommandLine.defaultFactory().create(type);
    }
}
