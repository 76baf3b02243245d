import { expect, test } from 'vitest'
import { attentionOf } from './overview.ts'

const webhook = { id: 'w', name: 'Orders', enabled: true }
const disabled = { ...webhook, enabled: false, disabledAt: 0 }

test.each([
  ['healthy', webhook, 0, undefined],
  ['failing twice in a row', webhook, 2, undefined],
  ['failing three times in a row', webhook, 3, { reason: 'failing', since: null, consecutiveFailures: 3 }],
  ['disabled by a user', { ...disabled, disabledReason: 'manual' }, 3, undefined],
  [
    'disabled by failures',
    { ...disabled, disabledReason: 'consecutive_failures' },
    20,
    { reason: 'disabled_by_failures', since: '1970-01-01T00:00:00.000Z', consecutiveFailures: 20 },
  ],
] as const)('returns the attention for a webhook that is %s', (_, state, consecutiveFailures, attention) => {
  if (attention) expect(attentionOf(state, consecutiveFailures)).toMatchObject(attention)
  else expect(attentionOf(state, consecutiveFailures)).toBeUndefined()
})
