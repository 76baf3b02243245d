import java.io.IOException;
import java.lang.reflect.Field;
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
 * DynamoDB Local with its own arguments. It has no options for what this class adds: it listens on 127.0.0.1 only, and
 * ends when its standard input ends, which is when the process that started it has ended for any reason.
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
    Field field = DynamoDBProxyServer.class.getDeclaredField("server");
    field.setAccessible(true);
    for (Connector connector : ((Server) field.get(proxy)).getConnectors()) {
      ((ServerConnector) connector).setHost("127.0.0.1");
    }
    proxy.start();
    proxy.join();
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
