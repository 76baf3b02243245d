import type { ToolChoice } from '@replywright/contract/proof-fields.ts'
import { expect, test } from 'vitest'
import { chooseResult } from './choose-result.ts'

const same = { fit: 'recorded', text: 'same' } as const
const nearest = { fit: 'nearest', text: 'nearest' } as const
const canned = { result: { status: 'lost' } }

test.each<[ToolChoice | undefined, string, boolean, object]>([
  [undefined, 'same', true, { source: 'recorded', text: 'same' }],
  ['stop', 'same', true, { source: 'recorded', text: 'same' }],
  [canned, 'same', true, { source: 'recorded', text: 'same' }],
  ['live_read_only', 'same', true, { source: 'recorded', text: 'same' }],
  [undefined, 'nearest', true, { source: 'nearest', text: 'nearest' }],
  ['recorded', 'nearest', true, { source: 'nearest', text: 'nearest' }],
  ['stop', 'nearest', true, { source: 'nearest', text: 'nearest' }],
  [canned, 'nearest', true, { source: 'nearest', text: 'nearest' }],
  ['live_read_only', 'nearest', true, { source: 'live' }],
  ['live_read_only', 'nearest', false, { source: 'nearest', text: 'nearest' }],
  [undefined, 'nothing', true, { source: 'none' }],
  ['recorded', 'nothing', true, { source: 'none' }],
  ['stop', 'nothing', true, { source: 'stopped' }],
  ['stop', 'nothing', false, { source: 'stopped' }],
  [canned, 'nothing', false, { source: 'canned', result: { status: 'lost' } }],
  [{ result: null }, 'nothing', false, { source: 'canned', result: null }],
  ['live_read_only', 'nothing', true, { source: 'live' }],
  ['live_read_only', 'nothing', false, { source: 'none' }],
])('the choice %j with %s recorded, and onlyReads %s', (choice, recorded, onlyReads, chosen) => {
  expect(
    chooseResult({
      choice,
      onlyReads,
      findSame: () => (recorded === 'same' ? same : undefined),
      findNearest: () => (recorded === 'nearest' ? nearest : undefined),
    }),
  ).toEqual(chosen)
})
