package org.espalier.cli.console;

import java.lang.reflect.Constructor;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Creates the commands that annotations name. A constructor that takes a {@link Console} receives this one. */
public record CommandFactory(Console console) implements IFactory {
    @Override
    public <T> T create(Class<T> type) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            Class<?>[] parameters = constructor.getParameterTypes();
            if (parameters.length == 1 && parameters[0] == Console.class) {
                constructor.setAccessible(true); // constructors of commands are package-private
                return type.cast(constructor.newInstance(console));
            }
        }
        return CommandLine.defaultFactory().create(type);
    }
}
