import type { ServiceFunction } from './constructs/service-function.ts'
import type { DataStack } from './data-stack.ts'

/** Something that a route may do beyond reading or writing the table. */
export type Right = (data: DataStack, route: ServiceFunction) => void

/** Lets a route decrypt the secrets of a purpose. */
export const decrypts =
  (purpose: Parameters<DataStack['key']['grantDecrypt']>[1]): Right =>
  (data, route) =>
    data.key.grantDecrypt(route, purpose)

/** Lets a route encrypt secrets of a purpose. */
export const encrypts =
  (purpose: Parameters<DataStack['key']['grantEncrypt']>[1]): Right =>
  (data, route) =>
    data.key.grantEncrypt(route, purpose)

/** Lets a route work with the objects below a prefix of the bucket. */
export const objects =
  (prefix: string, ...actions: Parameters<DataStack['bucket']['grant']>[1]): Right =>
  (data, route) =>
    data.bucket.grant(route, actions, prefix)

/** Lets a route without an API key change items too. */
export const writes: Right = (data, route) => data.table.grantReadWrite(route)

/** Lets a route list conversations in the order of their activity. */
export const listsConversations: Right = (data, route) => data.table.grantQueryActivity(route)

/** What every answer with agents in it needs: their secrets, and links to their files. */
const showsAgents = [
  decrypts('agent-secret'),
  objects('documents/', 's3:GetObject'),
  objects('pictures/', 's3:GetObject'),
]

/**
 * What a route may do beyond reading or writing the table. Keys name the files under functions/api, as the contract's
 * endpoints do.
 */
export const routeRights: Readonly<Record<string, readonly Right[]>> = {
  'agents/list': showsAgents,
  'agents/create': [...showsAgents, encrypts('agent-secret')],
  'agents/get': showsAgents,
  'agents/replace': [...showsAgents, encrypts('agent-secret'), objects('documents/', 's3:DeleteObject')],
  'agents/update': [...showsAgents, encrypts('agent-secret'), objects('documents/', 's3:DeleteObject')],
  'agents/delete': [objects('documents/', 's3:DeleteObject'), objects('pictures/', 's3:DeleteObject')],
  'agents/share': showsAgents,
  'agents/upload-document': [
    decrypts('agent-secret'),
    encrypts('agent-secret'),
    objects('documents/', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'),
  ],
  'agents/set-picture': [
    ...showsAgents,
    encrypts('agent-secret'),
    objects('pictures/', 's3:PutObject', 's3:DeleteObject'),
  ],
  'conversations/list': [listsConversations],
  'conversations/create': [decrypts('provider-token')],
  'conversations/list-messages': [decrypts('provider-app')],
  'conversations/send-message': [decrypts('provider-token')],
  'media/get': [
    decrypts('provider-app'),
    decrypts('provider-token'),
    objects('media/', 's3:GetObject', 's3:PutObject'),
  ],
  'mcp-connectors/list': [decrypts('agent-secret')],
  'mcp-connectors/create': [decrypts('agent-secret'), encrypts('agent-secret')],
  'mcp-connectors/get': [decrypts('agent-secret')],
  'mcp-connectors/replace': [decrypts('agent-secret'), encrypts('agent-secret')],
  'link/confirm': [writes, decrypts('provider-app'), decrypts('provider-token'), encrypts('provider-token')],
  'msg-link-sessions/list': [decrypts('provider-app')],
  'msg-link-sessions/create': [decrypts('provider-app')],
  'msg-link-sessions/get': [decrypts('provider-app')],
  'msg-templates/publish': [decrypts('provider-token')],
  'msg-templates/unpublish': [decrypts('provider-token')],
  'msg-templates/unpublish-by-post': [decrypts('provider-token')],
  'msg-templates/unpublish-by-delete': [decrypts('provider-token')],
  'triggers/fire': [writes, decrypts('agent-secret'), decrypts('provider-token')],
  'msg-accounts/add-number': [decrypts('provider-token'), encrypts('provider-token')],
  'msg-accounts/proxy-get': [decrypts('provider-token'), objects('media/proxy/', 's3:GetObject', 's3:PutObject')],
  'msg-accounts/proxy-post': [decrypts('provider-token')],
  'msg-accounts/proxy-put': [decrypts('provider-token')],
  'msg-accounts/proxy-patch': [decrypts('provider-token')],
  'msg-accounts/proxy-delete': [decrypts('provider-token')],
}
