import type { EpochMs } from '@replywright/contract/time.ts'
import { type Clock, expiryAfter } from '../clock.ts'
import { log } from '../log/log.ts'
import { loggableError } from '../log/loggable-error.ts'
import { settings } from '../settings.ts'
import { entity, key } from '../table/entity.ts'
import { expiresAtAttribute } from '../table/table.ts'
import { chooseSlot, partsFor, type SlotChoice, type SlotPart, type SlotRequest, type Slots } from './choose-slot.ts'

/** A pool of workers that organisations share, and the organisation that requests a slot. */
interface SlotPool {
  readonly pool: 'documents' | 'turns'
  readonly organizationId: string
}

/** A pool and one of its parts. */
type PartKey = SlotPool & Pick<SlotPart, 'part'>

/** The part with the slot of a holder, or the seconds until it may ask again. */
type SlotRequestResult =
  | { readonly kind: 'acquired'; readonly part: string }
  | { readonly kind: 'wait'; readonly seconds: number }

/** Attempts to write a lease under concurrent changes. After that, the slots count as held. */
const TRIES = 3
const RETRY_SECONDS = 1
const RETENTION_DAYS = 1

/**
 * Acquires one of the organisation's slots in a pool: at most `ORGANIZATION_SLOTS` are held at a time. A holder that
 * already has a slot in the part where it would wait keeps it. The lease expires if its worker dies. The slots are in
 * parts, and a holder waits in one of them if none of its parts has a free slot. A free slot costs one write while the
 * line of its part is empty. If that write is rejected, its response has the stored slots.
 */
export async function acquireSlot(pool: SlotPool, request: SlotRequest, clock: Clock): Promise<SlotRequestResult> {
  const { holder } = request
  const [home, ...others] = partsFor(holder, settings.ORGANIZATION_SLOTS)
  const key = { ...pool, part: home.part }
  const acquired = { kind: 'acquired', part: home.part } as const
  let slots = await acquireFree(key, home.limit, holder, clock())
  if (!slots) return acquired
  for (let tries = 0; tries < TRIES; tries++) {
    const now = clock()
    if (tries > 0) slots = await readSlots(key)
    const choice = chooseSlot(slots, request, { limit: home.limit, now, random: Math.random() })
    if (choice.kind === 'acquire') {
      if (await writeLease(key, home.limit, holder, slots, choice, now)) return acquired
      continue
    }
    for (const { part, limit } of others) {
      if (await acquireFree({ ...pool, part }, limit, holder, now)) continue
      if (slots.line[holder]) await leaveLine(key, holder)
      return { kind: 'acquired', part }
    }
    if (choice.kind === 'line') await writeLineEntry(key, request, choice)
    return { kind: 'wait', seconds: choice.seconds }
  }
  return { kind: 'wait', seconds: RETRY_SECONDS }
}

/**
 * Releases the slot of a holder, in all its parts if the part is not known. A failure is only logged, because the lease
 * expires.
 */
export async function releaseSlot(pool: SlotPool, holder: string, part?: string): Promise<void> {
  const parts = part === undefined ? partsFor(holder, settings.ORGANIZATION_SLOTS) : [{ part }]
  try {
    await Promise.all(
      parts.map((each) =>
        SlotsEntity.patch({ ...pool, part: each.part })
          .data(({ leases }, { remove }) => remove(leases[holder]))
          .go({ returnOnConditionCheckFailure: true }),
      ),
    )
  } catch (error) {
    log('slot.not_released', { ...pool, holder, error: loggableError(error).name })
  }
}

async function readSlots(pool: PartKey): Promise<Slots> {
  const { data } = await SlotsEntity.get(pool).go({ consistent: true })
  return { leases: data?.leases ?? {}, line: data?.line ?? {} }
}

/** Acquires a slot if one is free and the line is empty. Otherwise returns the stored slots. */
async function acquireFree(pool: PartKey, limit: number, holder: string, now: EpochMs): Promise<Slots | undefined> {
  const expiresAt = expiryAfter(now, RETENTION_DAYS)
  const { rejected, data } = await SlotsEntity.patch(pool)
    .set({ expiresAt })
    .data(({ leases }, { set }) => set(leases[holder], now + settings.SLOT_LEASE_SECONDS * 1000))
    .where(({ leases, line }, { size, value, notExists }) =>
      [
        notExists(leases[holder]),
        `${size(leases)} < ${value(leases[holder], limit)}`,
        `${size(line)} < ${value(leases[holder], 1)}`,
      ].join(' AND '),
    )
    .go({ returnOnConditionCheckFailure: 'all_old' })
  if (!rejected) return undefined
  if (data) return { leases: data.leases, line: data.line }
  await SlotsEntity.create({ ...pool, leases: {}, line: {}, expiresAt }).go({ returnOnConditionCheckFailure: true })
  return await acquireFree(pool, limit, holder, now)
}

/** Writes a lease. Returns false if another holder took the slot after it was read. */
async function writeLease(
  pool: PartKey,
  limit: number,
  holder: string,
  { leases: readLeases }: Slots,
  { endedLeases, leftLine }: Extract<SlotChoice, { kind: 'acquire' }>,
  now: EpochMs,
): Promise<boolean> {
  const { rejected } = await SlotsEntity.patch(pool)
    .set({ expiresAt: expiryAfter(now, RETENTION_DAYS) })
    .data(({ leases, line }, { set, remove }) => {
      set(leases[holder], now + settings.SLOT_LEASE_SECONDS * 1000)
      for (const [id] of endedLeases) if (id !== holder) remove(leases[id])
      for (const id of leftLine) remove(line[id])
    })
    .where(({ leases }, { size, value, eq }) => {
      const maxSize = limit + endedLeases.length
      const unchanged = endedLeases.map(([id, end]) => eq(leases[id], end))
      const own = readLeases[holder] ?? 0
      const holderCondition =
        own > now ? eq(leases[holder], own) : `${size(leases)} < ${value(leases[holder], maxSize)}`
      return [holderCondition, ...unchanged].join(' AND ')
    })
    .go({ returnOnConditionCheckFailure: true })
  return !rejected
}

/** Leaves the line, which would keep a slot for its holder. */
async function leaveLine(pool: PartKey, holder: string): Promise<void> {
  await SlotsEntity.patch(pool)
    .data(({ line }, { remove }) => remove(line[holder]))
    .go({ returnOnConditionCheckFailure: true })
}

async function writeLineEntry(
  pool: PartKey,
  { holder, since }: SlotRequest,
  { until, leftLine }: Extract<SlotChoice, { kind: 'line' }>,
): Promise<void> {
  await SlotsEntity.patch(pool)
    .data(({ line }, { set, remove }) => {
      set(line[holder], { since, until })
      for (const id of leftLine) remove(line[id])
    })
    .go({ returnOnConditionCheckFailure: true })
}

/**
 * A part of the slots of one organisation in one pool of workers: the leases, and the line of waiting holders. It has
 * its own partition. Every write is a conditional update of single entries, so that concurrent writers do not conflict.
 */
export const SlotsEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'slots', version: '1' },
  attributes: {
    pool: { type: 'string', required: true, readOnly: true },
    organizationId: { type: 'string', required: true, readOnly: true },
    /** As in `SlotPart`. */
    part: { type: 'string', readOnly: true },
    /** Maps by holder, as in `Slots`. */
    leases: { type: 'any' },
    line: { type: 'any' },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byId: { pk: key('pk', 'slots#${pool}#${organizationId}${part}'), sk: key('sk', 'slots') },
  },
}))
