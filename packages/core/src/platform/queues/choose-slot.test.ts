import { expect, test } from 'vitest'
import { derivedId } from '../clock.ts'
import { chooseSlot, type LineEntry, partsFor, slotParts } from './choose-slot.ts'

const NOW = 1_000_000_000
const at = { limit: 2, now: NOW, random: 0 }
const held = (...holders: readonly string[]) => Object.fromEntries(holders.map((id) => [id, NOW + 1]))
const inLine = (...since: readonly number[]): Record<string, LineEntry> =>
  Object.fromEntries(since.map((seconds) => [`w${seconds}`, { since: NOW - seconds * 1000, until: NOW + 1 }]))
const waiting = (seconds: number) => ({ holder: 'me', since: NOW - seconds * 1000 })

test('takes a free slot, keeps a held one, and waits for a full pool', () => {
  expect(chooseSlot({ leases: {}, line: {} }, waiting(0), at).kind).toBe('acquire')
  expect(chooseSlot({ leases: held('a'), line: {} }, waiting(0), at).kind).toBe('acquire')
  expect(chooseSlot({ leases: held('a', 'b'), line: {} }, waiting(0), at).kind).toBe('line')
  expect(chooseSlot({ leases: held('a', 'me'), line: inLine(50, 40, 30, 20) }, waiting(0), at).kind).toBe('acquire')
})

test('deletes an expired lease', () => {
  const leases = { ...held('a'), dead: NOW }
  expect(chooseSlot({ leases, line: {} }, waiting(0), at)).toMatchObject({
    kind: 'acquire',
    endedLeases: [['dead', NOW]],
  })
})

test('gives a free slot to those that have waited longest', () => {
  const leases = held('a')
  expect(chooseSlot({ leases, line: inLine(50, 40, 30) }, waiting(35), at).kind).toBe('line')
  expect(chooseSlot({ leases, line: inLine(50, 40, 30) }, waiting(45), at).kind).toBe('acquire')
  const expired = { ...inLine(50), w40: { since: NOW - 40_000, until: NOW } }
  expect(chooseSlot({ leases, line: expired }, waiting(35), at)).toMatchObject({
    kind: 'acquire',
    leftLine: ['me', 'w40'],
  })
})

test('admits a holder to a full line only if it has waited longer than others', () => {
  const full = { leases: held('a', 'b'), line: inLine(50, 40, 30, 20) }
  expect(chooseSlot(full, waiting(25), at)).toMatchObject({ kind: 'line', leftLine: ['w20'] })
  expect(chooseSlot(full, waiting(10), at)).toMatchObject({ kind: 'wait' })
  const soon = chooseSlot(full, waiting(25), at)
  expect(soon).toMatchObject({ until: NOW + (soon.kind === 'line' ? soon.seconds : 0) * 1000 + 5000 })
})

test('receives a message fewer than 120 times in four days outside the line and the longest wait in it', () => {
  const full = { leases: held('a', 'b'), line: inLine(1e6, 1e6 + 1, 1e6 + 2, 1e6 + 3) }
  let receipts = 0
  for (let waited = 0; waited < 4 * 86_400; receipts++) {
    const choice = chooseSlot(full, waiting(waited), at)
    waited += choice.kind === 'wait' ? choice.seconds : Number.NaN
  }
  // Those in line get a slot after two leases at most, of two minutes each.
  for (let waited = 0; waited < 250; receipts++) {
    const choice = chooseSlot({ leases: held('a', 'b'), line: {} }, waiting(waited), at)
    waited += choice.kind === 'line' ? choice.seconds : Number.NaN
  }
  expect(receipts).toBeLessThan(120)
})

test.each([
  [1, [1]],
  [5, [5]],
  [16, [16]],
  [17, [9, 8]],
  [250, [...Array(10).fill(16), ...Array(6).fill(15)]],
])('%i slots are in parts of at most 16', (limit, limits) => {
  const parts = slotParts(limit)
  expect(parts.map((part) => part.limit)).toEqual(limits)
  expect(new Set(parts.map(({ part }) => part)).size).toBe(parts.length)
  expect(parts[0]?.part).toBe('')
})

test('holders spread over the parts, and each has up to three different ones', () => {
  const homes = new Map<string, number>()
  for (let n = 0; n < 1600; n++) {
    const parts = partsFor(derivedId('holder', String(n)), 250)
    expect(new Set(parts).size).toBe(parts.length)
    homes.set(parts[0].part, (homes.get(parts[0].part) ?? 0) + 1)
  }
  expect(homes.size).toBe(16)
  for (const count of homes.values()) expect(count).toBeGreaterThan(60)
  expect(partsFor(derivedId('holder'), 5)).toEqual([{ part: '', limit: 5 }])
})
