import type { Endpoint } from '@replywright/contract/endpoint.ts'

const NO_ID = '0199aa00-0000-7000-8000-000000000001'
export const LONG_AGO = '2020-01-01T00:00:00Z'

/** Returns the path of an endpoint with `id` for every path parameter. */
export function pathOf({ path }: Pick<Endpoint, 'path'>, id: string): string {
  return path.replace('/dashboard-api', '').replaceAll(/\{\w+\}/g, id)
}

/** Returns a valid body for an endpoint, if it has a body. */
export function bodyFor({ method }: Pick<Endpoint, 'method'>): unknown {
  if (method === 'GET' || method === 'DELETE') return undefined
  const file = { size: 1, mimeType: 'image/png', uploadId: NO_ID, messageId: NO_ID }
  return {
    ...file,
    name: 'x',
    since: LONG_AGO,
    text: 'x',
    count: 1,
    isRead: true,
    isWriting: true,
    isDone: true,
    inboundSeq: 0,
    agentId: NO_ID,
    keyId: NO_ID,
    key: 'x',
    value: '1',
    outcome: 'delivered',
    code: '000000',
    test: { name: 'x', turns: [{ customer: 'x' }] },
    draft: true,
    toolsHash: 'x',
    arguments: {},
    role: 'viewer',
    messageDays: null,
    deliveryDays: null,
  }
}
