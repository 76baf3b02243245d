import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteException;
import com.almworks.sqlite4java.SQLiteJob;
import com.almworks.sqlite4java.SQLiteQueue;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/**
 * DynamoDB Local with its own arguments. It has no options for what this class adds: it listens on 127.0.0.1 only,
 * commits to its file without waiting for the disk, and ends when its standard input ends, which is when the process
 * that started it has ended for any reason.
 */
public final class LoopbackRunner {
  /** Open until this process ends. */
  private static FileChannel lock;

  public static void main(String[] arguments) throws Exception {
    Thread watch = new Thread(LoopbackRunner::endWithStandardInput);
    watch.setDaemon(true);
    watch.start();
    waitForPredecessor(arguments);
    DynamoDBProxyServer proxy = ServerRunner.createServerFromCommandLineArgs(arguments);
    for (Connector connector : ((Server) valueOf(proxy, "server")).getConnectors()) {
      ((ServerConnector) connector).setHost("127.0.0.1");
    }
    if (Arrays.asList(arguments).contains("-sharedDb")) commitWithoutWaiting(proxy);
    proxy.start();
    proxy.join();
  }

  /** Each commit is in the write-ahead log, which outlives this process; waiting for the disk is for power failures. */
  private static void commitWithoutWaiting(DynamoDBProxyServer proxy) throws ReflectiveOperationException {
    Object handler = valueOf(valueOf(proxy, "serverHandler"), "primaryHandler");
    Method open = handler.getClass().getDeclaredMethod("getHandler", String.class);
    open.setAccessible(true);
    SQLiteQueue queue = (SQLiteQueue) valueOf(valueOf(open.invoke(handler, ""), "dbAccess"), "queue");
    // It runs before those of requests.
    queue.execute(
        new SQLiteJob<Void>() {
          @Override
          protected Void job(SQLiteConnection connection) throws SQLiteException {
            connection.exec("PRAGMA synchronous = NORMAL");
            return null;
          }
        });
  }

  /** Returns a field that is not public, also of a superclass. */
  private static Object valueOf(Object object, String name) throws ReflectiveOperationException {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!field.getName().equals(name)) continue;
        field.setAccessible(true);
        return field.get(object);
      }
    }
    throw new NoSuchFieldException(name);
  }

  private static void endWithStandardInput() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException closed) {
      // As at the end of the input.
    }
    Runtime.getRuntime().halt(0);
  }

  /** Waits until an earlier engine with the same data directory has ended, whose host may have been killed just now. */
  private static void waitForPredecessor(String[] arguments) throws IOException {
    int option = Arrays.asList(arguments).indexOf("-dbPath");
    if (option < 0) return;
    Path file = Path.of(arguments[option + 1], "engine.lock");
    lock = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    lock.lock();
  }
}
