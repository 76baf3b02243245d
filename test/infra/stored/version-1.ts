import { readFileSync } from 'node:fs'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'

export const Item = v.looseObject({ pk: v.string(), sk: v.string(), _e: v.string() })
export type StoredItem = v.InferOutput<typeof Item>

const read = (name: string) => readFileSync(new URL(`./version-1/${name}.json`, import.meta.url), 'utf8')
const TEXT = read('items')
const Sealed = v.object({ $sealed: v.object({ purpose: v.string(), plaintext: v.string() }) })
const AsSet = v.object({ $set: v.array(v.string()) })
/** Milliseconds since the epoch are larger from 2026 on; seconds are a thousandth of it. */
const MILLISECONDS = 1_767_000_000_000

const InFlight = v.object({ cursors: v.object({ agents: v.string(), conversations: v.string() }) })
/** The cursors that version 1 returned to clients. */
export const { cursors: version1Cursors } = v.parse(InFlight, JSON.parse(read('in-flight')))

type Encrypt = (purpose: string, organizationId: string, plaintext: string) => Promise<string>

/** Items as version 1.0.0 stored them. Encrypted values are `{$sealed: …}`, sets of texts `{$set: […]}`. */
export const version1Items: readonly StoredItem[] = v.parse(v.pipe(v.string(), v.parseJson(), v.array(Item)), TEXT)

/** Returns the only item of version 1 of this kind with these attributes. */
export function itemOf(items: readonly StoredItem[], kind: string, attributes: object = {}): StoredItem {
  const found = items.filter(
    (item) => item._e === kind && Object.entries(attributes).every(([name, value]) => item[name] === value),
  )
  const [item] = found
  if (!item || found.length > 1) throw new Error(`${found.length} items are ${kind} ${JSON.stringify(attributes)}`)
  return item
}

/** Returns the items as if version 1 had written them a minute ago in this service. */
export async function version1ItemsFor({ receiver }: Service, encrypt: Encrypt): Promise<StoredItem[]> {
  const text = TEXT.replace(/http:\/\/127\.0\.0\.1:\d+(?=\/(tool|site|mcp|demo))/g, receiver.url)
  const newest = Math.max(
    ...[...TEXT.matchAll(/"(?:c|a|z|updatedAt|createdAt|startedAt)": (\d{13})\b/g)].map(([, at]) => Number(at)),
  )
  const later = Date.now() - 60_000 - newest
  const items = v.parse(v.array(Item), JSON.parse(text))
  return await Promise.all(items.map(async (item) => v.parse(Item, await revive(item, later, encrypt, ownerOf(item)))))
}

function ownerOf({ organizationId }: StoredItem): string {
  return typeof organizationId === 'string' ? organizationId : 'service'
}

async function revive(value: unknown, later: number, encrypt: Encrypt, owner: string): Promise<unknown> {
  if (typeof value === 'number') return shifted(value, later)
  if (typeof value !== 'object' || value === null) return value
  if (v.is(Sealed, value)) return await encrypt(value.$sealed.purpose, owner, value.$sealed.plaintext)
  if (v.is(AsSet, value)) return new Set(value.$set)
  if (Array.isArray(value)) return await Promise.all(value.map((each) => revive(each, later, encrypt, owner)))
  const entries = Object.entries(value).map(async ([name, each]) => [name, await revive(each, later, encrypt, owner)])
  return Object.fromEntries(await Promise.all(entries))
}

function shifted(number: number, later: number): number {
  if (number > MILLISECONDS) return number + later
  return number > MILLISECONDS / 1000 ? number + Math.floor(later / 1000) : number
}
