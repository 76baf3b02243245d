import { getMcpConnector, openHeaders } from '../../agents/mcp-connectors/get-mcp-connector.ts'
import { listingHash } from '../../agents/mcp-connectors/judge-tools.ts'
import { pinApproved } from '../../agents/mcp-connectors/tool-pins.ts'
import type { Caller } from '../../platform/caller.ts'
import { ServiceError } from '../../platform/errors.ts'
import { assertAllowedUrl } from '../../platform/outbound/address-guard.ts'
import { withMcpClient } from './mcp-client.ts'
import { listTools } from './mcp-listing.ts'

const DEADLINE_MS = 10_000

/**
 * Approves the tools of a connector's server that the member saw (`ConnectorTest.toolsHash`).
 * @throws ServiceError 404 for an unknown connector, 409 if the server now lists other tools, 502 if it is unavailable
 */
export async function approveTools(
  { organizationId }: Caller,
  id: string,
  toolsHash: string,
  now: number,
): Promise<undefined> {
  const connector = await getMcpConnector(organizationId, id)
  await assertAllowedUrl(connector.url)
  const server = { url: connector.url, headers: await openHeaders(connector) }
  const signal = AbortSignal.timeout(DEADLINE_MS)
  const { tools } = await withMcpClient(server, { deadlineMs: DEADLINE_MS, signal }, listTools).catch(
    (cause: unknown) => {
      throw new ServiceError('upstream_error', 'The server does not list its tools now. Try again.', undefined, {
        cause,
      })
    },
  )
  if (listingHash(tools) !== toolsHash)
    throw new ServiceError('conflict', 'The tools of the server changed again. Test the connection, and review them.')
  await pinApproved(connector, tools, now)
}
