import { expect, test } from 'vitest'
import type { RoutedNumber } from '../../conversations/routing/effective-route.ts'
import { reconciledKinds } from './reconcile.ts'

const NOW = 1_795_167_600_000
const TIMES = { now: NOW, dueBefore: NOW - 600_000 }
const EARLIER = NOW - 600_001
const NUMBERS: Readonly<Record<string, RoutedNumber>> = {
  '1': { sandbox: false },
  '2': { sandbox: false, defaultRouting: 'webhook', defaultWebhookId: 'w' },
}

/** Returns the overdue message of an item, limited to the attributes that a scan reads for its kind. */
function overdue(entity: string, attributes: Readonly<Record<string, unknown>>) {
  const kind = reconciledKinds(async (id) => NUMBERS[id]).find((one) => one.entity === entity)
  const stored = { pk: 'pk', sk: 'sk', _e: entity, _v: '1', ...attributes }
  const named = new Set(['pk', 'sk', '_e', '_v', ...(kind?.attributes ?? [])])
  return kind?.overdue(Object.fromEntries(Object.entries(stored).filter(([name]) => named.has(name))), TIMES)
}

test('a delivery sends the message of its `out`', () => {
  const out = { q: 'deliveries', g: 'w', b: '{"deliveryId":"d"}' }
  const stored = { s: 'pending', c: EARLIER, expiresAt: NOW, out }
  expect(overdue('delivery', stored)).toMatchObject({ q: 'deliveries', g: 'w', b: '{"deliveryId":"d"}' })
  expect(overdue('delivery', { ...stored, x: NOW })).toBeUndefined()
})

test('a service window sends a check', async () => {
  const stored = { organizationId: 'o', id: 'c', phoneNumberId: '1', lastInboundAt: EARLIER - 1, armed: EARLIER }
  const body = { kind: 'check', organizationId: 'o', conversationId: 'c' }
  const check = { q: 'windows', g: 'o', b: JSON.stringify(body) }
  expect(await overdue('conversation', stored)).toEqual(check)
  expect(await overdue('conversation', { ...stored, armed: NOW })).toBeUndefined()
  expect(await overdue('conversation', { ...stored, closedFor: EARLIER - 1 })).toBeUndefined()
})

test('a service window without a schedule sends a check if a webhook is in the route', async () => {
  const stored = { organizationId: 'o', id: 'c', phoneNumberId: '1', lastInboundAt: EARLIER - 1 }
  const check = expect.objectContaining({ q: 'windows' })
  expect(await overdue('conversation', stored)).toBeUndefined()
  expect(await overdue('conversation', { ...stored, phoneNumberId: '2' })).toEqual(check)
  expect(await overdue('conversation', { ...stored, phoneNumberId: '2', routing: 'agent' })).toBeUndefined()
  expect(await overdue('conversation', { ...stored, routing: 'webhook', webhookId: 'w' })).toEqual(check)
})

test('a bulk replay sends its next step', () => {
  const stored = {
    organizationId: 'o',
    webhookId: 'w',
    id: 'r',
    s: 'running',
    step: 3,
    updatedAt: EARLIER,
    expiresAt: NOW,
  }
  const body = { organizationId: 'o', webhookId: 'w', replayId: 'r', step: 3 }
  expect(overdue('replay', stored)).toMatchObject({ q: 'replays', b: JSON.stringify(body) })
  expect(overdue('replay', { ...stored, updatedAt: NOW })).toBeUndefined()
  expect(overdue('replay', { ...stored, s: 'done' })).toBeUndefined()
})

test('a website that was not read, or not to its end, is read', () => {
  const out = { q: 'documents', g: 'o', b: '{"kind":"website"}' }
  const stored = { createdAt: EARLIER, out }
  expect(overdue('website', stored)).toEqual(out)
  expect(overdue('website', { ...stored, startedAt: EARLIER })).toEqual(out)
  expect(overdue('website', { ...stored, startedAt: NOW })).toBeUndefined()
  expect(overdue('website', { ...stored, startedAt: EARLIER, finishedAt: NOW })).toBeUndefined()
})

test('a website whose requested reading did not begin is read', () => {
  const out = { q: 'documents', g: 'o', b: '{"kind":"website"}' }
  const read = { createdAt: EARLIER - 2000, startedAt: EARLIER - 2000, finishedAt: EARLIER - 1000, out }
  expect(overdue('website', { ...read, requestedAt: EARLIER })).toEqual(out)
  expect(overdue('website', { ...read, requestedAt: NOW })).toBeUndefined()
  expect(overdue('website', { ...read, requestedAt: EARLIER - 3000 })).toBeUndefined()
})

test('an unprocessed document sends the message of its `out`', () => {
  const out = { q: 'documents', g: 'o', b: '{"documentId":"d"}' }
  const stored = { s: 'processing', createdAt: EARLIER, arrivesUntil: 0, out }
  expect(overdue('document', stored)).toEqual({ q: 'documents', g: 'o', b: '{"documentId":"d"}' })
  expect(overdue('document', { ...stored, arrivesUntil: NOW })).toBeUndefined()
  expect(overdue('document', { ...stored, createdAt: NOW })).toBeUndefined()
  expect(overdue('document', { ...stored, s: 'ready' })).toBeUndefined()
})

test('a wake-up that was not fired sends a check', () => {
  const out = { q: 'windows', g: 'o', b: '{"kind":"wake-up"}' }
  const stored = { organizationId: 'o', conversationId: 'c', id: 'w', fireAt: EARLIER, expiresAt: NOW, out }
  expect(overdue('wakeUp', stored)).toEqual({ q: 'windows', g: 'o', b: '{"kind":"wake-up"}' })
  expect(overdue('wakeUp', { ...stored, fireAt: NOW })).toBeUndefined()
  expect(overdue('wakeUp', { ...stored, settledAt: NOW })).toBeUndefined()
})

test('a fired wake-up sends a turn, unless it is older than a day', () => {
  const out = { q: 'turns', g: 'c', b: '{"kind":"wakeUp"}' }
  const stored = { organizationId: 'o', conversationId: 'c', id: 'w', firedAt: EARLIER, expiresAt: NOW, out }
  expect(overdue('firedWakeUp', stored)).toEqual({ q: 'turns', g: 'c', b: '{"kind":"wakeUp"}' })
  expect(overdue('firedWakeUp', { ...stored, firedAt: NOW })).toBeUndefined()
  expect(overdue('firedWakeUp', { ...stored, firedAt: NOW - 2 * 86_400_000 })).toBeUndefined()
})

test('a session sends a check when one is overdue, and a report when it has ended', () => {
  const key = { organizationId: 'o', conversationId: 'c', id: 's', expiresAt: NOW }
  const check = { q: 'windows', g: 'o', b: '{"kind":"session"}' }
  expect(overdue('agentSession', { ...key, checkAt: EARLIER, out: check })).toEqual(check)
  expect(overdue('agentSession', { ...key, checkAt: NOW, out: check })).toBeUndefined()
  expect(overdue('agentSession', { ...key, checkAt: EARLIER, endedAt: EARLIER, out: check })).toBeUndefined()
  const report = { ...check, q: 'turns' }
  expect(overdue('endedSession', { ...key, endedAt: EARLIER, out: report })).toEqual(report)
  expect(overdue('endedSession', { ...key, endedAt: NOW, out: report })).toBeUndefined()
})
