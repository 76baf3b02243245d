import { Alert, Text } from '@mantine/core'
import type { ConnectorTest } from '@replywright/contract/dashboard/connectors.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Bullets } from '../ui/text.tsx'

const PROBLEM_TEXTS = {
  dns: 'The host name was not found.',
  refused: 'The server does not accept connections at this address.',
  tls: "The server's certificate is not trusted.",
  timeout: 'The server did not respond within 10 seconds.',
  reset: 'The server closed the connection.',
  blocked_address: 'The URL points to a private or reserved address.',
  too_many_redirects: 'The server redirects too often.',
  unauthorized: 'The server rejected the credentials.',
  not_found: 'There is no MCP server at this path.',
  status: 'The server returned an error.',
  protocol: 'The server responded, but not with the MCP protocol.',
}

const FIX_TEXTS = {
  dns: 'Check the URL for typing errors.',
  refused: 'Check the port, and that the server is running and reachable from the internet.',
  tls: 'Install a certificate of a public authority for this host name.',
  timeout: 'Check that the server is running and that a firewall does not drop its requests.',
  reset: 'Check that the URL starts with https if the server requires it.',
  blocked_address: 'Use a public address.',
  too_many_redirects: 'Enter the URL that the redirects lead to.',
  unauthorized: 'Check the headers, for example Authorization: Bearer followed by the key.',
  not_found: 'Check the path of the URL. It often ends with /mcp.',
  status: "Check the server's logs, then test again.",
  protocol: 'Check that the server supports the streamable HTTP transport, and the path of the URL.',
}

/** The tools of a server, or why they could not be listed and how to fix it. */
export function TestResult({ result }: { readonly result: ConnectorTest }) {
  const { problem, tools } = result
  if (problem !== null)
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={problemText(result)}>
        {FIX_TEXTS[problem]}
      </Alert>
    )
  if (tools.length === 0) return <Text>The server is reachable but lists no tools.</Text>
  return (
    <Alert
      color="green"
      icon={<IconCircleCheck aria-hidden />}
      title={tools.length === 1 ? 'Connected: 1 tool' : `Connected: ${tools.length} tools`}
    >
      <Bullets>
        {tools.map(({ name, description }) => (
          <li key={name}>
            <strong>{name}</strong>
            {description && `: ${description}`}
          </li>
        ))}
      </Bullets>
    </Alert>
  )
}

function problemText({ problem, status }: ConnectorTest): string {
  const text = problem ? PROBLEM_TEXTS[problem] : ''
  return status === null ? text : `${text} Status: ${status}.`
}
