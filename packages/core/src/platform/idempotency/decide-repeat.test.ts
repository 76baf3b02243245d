import { expect, test } from 'vitest'
import { decideRepeat, MAX_RUN_MILLISECONDS } from './decide-repeat.ts'

const NOW = 1_795_167_600_000
const interrupted = { startedAt: NOW - MAX_RUN_MILLISECONDS - 1 }

test.each([
  ['a finished request returns its response', { answer: '{}' }, 'mine', { kind: 'repeat', response: '{}' }],
  ['an empty response is a response', { answer: '' }, 'mine', { kind: 'repeat', response: '' }],
  ['another request cannot use the key of a finished one', { answer: '{}' }, 'other', { kind: 'other-request' }],
  ['a running request is in progress', {}, 'mine', { kind: 'in-progress' }],
  ['another request cannot use the key of a running one', {}, 'other', { kind: 'other-request' }],
  [
    'a request with a response too large to store does not run again',
    { isLarge: true },
    'mine',
    { kind: 'not-stored' },
  ],
  [
    'a request with such a response is final, however old',
    { isLarge: true, ...interrupted },
    'mine',
    { kind: 'not-stored' },
  ],
  ['another request cannot use the key of such a one', { isLarge: true }, 'other', { kind: 'other-request' }],
  ['a failed request runs again', { failed: true }, 'mine', { kind: 'again' }],
  ['another request may use the key of a failed one', { failed: true }, 'other', { kind: 'again' }],
  ['an interrupted request runs again', interrupted, 'mine', { kind: 'again' }],
  ['another request cannot use the key of an interrupted one', interrupted, 'other', { kind: 'other-request' }],
  [
    'a request of a minute ago may still run',
    { startedAt: interrupted.startedAt + 1 },
    'mine',
    { kind: 'in-progress' },
  ],
] as const)('%s', (_, last, fingerprint, decision) => {
  expect(decideRepeat({ fingerprint: 'mine', startedAt: NOW, ...last }, fingerprint, NOW)).toEqual(decision)
})
