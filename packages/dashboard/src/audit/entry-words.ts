import type { AuditEntry } from '@messaging/contract/dashboard/audit-log.ts'
import { words } from './words.ts'

const SHORT_ID_LENGTH = 8

/** Returns what an entry did, without the name of the object: `Created API key`. */
export function changeOf({ action, object, objectId }: AuditEntry): string {
  if (action === 'replay' && object === 'delivery')
    return objectId === null ? words.replayed.several : words.replayed.one
  return words.actions[action](words.objects[object])
}

/** Names the objects of entries that have no name, such as deletions, as other entries of the page name them. */
export function withNames(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const names = new Map<string, string>()
  // The first entries are the newest ones. The name of an upload is that of the file.
  for (const { action, objectId, objectName } of entries.toReversed())
    if (objectId !== null && objectName !== null && action !== 'upload') names.set(objectId, objectName)
  return entries.map((entry) => ({ ...entry, objectName: entry.objectName ?? names.get(entry.objectId ?? '') ?? null }))
}

/** Returns the name of an entry's object, or its short id; undefined for settings of the user. */
export function objectNameOf({ object, objectName, objectId }: AuditEntry): string | undefined {
  if (object === 'sign_in' || object === 'profile') return undefined
  if (objectName !== null) return objectName
  return /^[0-9a-f-]{36}$/.test(objectId ?? '') ? objectId?.slice(0, SHORT_ID_LENGTH) : (objectId ?? undefined)
}

/** Returns who made a change. */
export function actorOf({ actor, action }: AuditEntry): string {
  const { userId, email, apiKeyName } = actor
  if (apiKeyName !== null) return words.viaKey(apiKeyName)
  if (email !== null) return email
  if (userId === null && action === 'confirm') return words.linkVisitor
  return userId === null ? words.operator : words.unknownUser
}

/** Returns an explanation of an outcome. */
export function outcomeHint(outcome: Exclude<AuditEntry['outcome'], 'done'>, code: string | null): string {
  return outcome === 'refused' ? words.outcomeHints.refused(code ?? '') : words.outcomeHints[outcome]
}
