import { Alert, Stack, Text } from '@mantine/core'
import type { ConnectorTest } from '@replywright/contract/dashboard/connectors.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Bullets } from '../ui/text.tsx'
import { ToolProblems } from './tool-problems.tsx'

const PROBLEM_TEXTS = {
  dns: 'The host name was not found.',
  refused: 'The server does not accept connections at this address.',
  tls: "The server's certificate is not trusted.",
  timeout: 'The server did not respond within 10 seconds.',
  reset: 'The server closed the connection.',
  invalid_response: 'The server did not respond with valid HTTP.',
  blocked_address: 'The URL points to a private or reserved address.',
  too_many_redirects: 'The server redirects too often.',
  unauthorized: 'The server rejected the credentials.',
  sign_in: 'The server requires a sign-in, which is not supported.',
  not_found: 'There is no MCP server at this path.',
  status: 'The server returned an error.',
  protocol: 'The server responded, but not with the MCP protocol.',
  web_page: 'The server responded with a web page.',
  too_large: 'A response of the server is larger than 1 MB.',
  too_deep: 'A response of the server is nested too deeply.',
  endless: 'The list of tools does not end.',
}

const FIX_TEXTS = {
  dns: 'Check the URL for typing errors.',
  refused: 'Check the port, and that the server is running and reachable from the internet.',
  tls: 'Install a certificate of a public authority for this host name.',
  timeout: 'Check that the server is running and that a firewall does not drop its requests.',
  reset: 'Check that the URL starts with https if the server requires it.',
  invalid_response: 'Check that the port in the URL is the one of an HTTP server.',
  blocked_address: 'Use a public address.',
  too_many_redirects: 'Enter the URL that the redirects lead to.',
  unauthorized: 'Check the headers, for example Authorization: Bearer followed by the key.',
  sign_in: 'Use a header with a token, for example Authorization: Bearer followed by the token.',
  not_found: 'Check the path of the URL. It often ends with /mcp.',
  status: "Check the server's logs, then test again.",
  protocol: 'Check that this is an MCP server, and the path of the URL.',
  web_page: 'Check the path of the URL. It often ends with /mcp.',
  too_large: 'Let the server list fewer tools, or shorter descriptions and schemas.',
  too_deep: 'Let the server list tools with flatter schemas.',
  endless: 'The server names a next page again and again. Ask its author to correct this.',
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
  if (tools.length === 0 && result.problems.length === 0)
    return <Text>The server is reachable but lists no tools.</Text>
  return (
    <Stack gap="sm">
      <ToolProblems problems={result.problems} />
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
    </Stack>
  )
}

function problemText({ problem, status }: ConnectorTest): string {
  const text = problem ? PROBLEM_TEXTS[problem] : ''
  return status === null ? text : `${text} Status: ${status}.`
}
