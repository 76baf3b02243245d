import { expect, test } from 'vitest'
import { refusalsOf } from './refusals.ts'

const webhook = (refusal: unknown) => ({ webhookId: 'w', webhookName: 'Orders', count: 2, refusal, replay: null })

test.each([
  [{ webhooks: [webhook('disabled')] }, ['"Orders" is disabled: enable it first (replywright webhooks enable w).']],
  [{ webhooks: [webhook('running')] }, [expect.stringContaining('"Orders" has a replay that is running')]],
  [{ webhooks: [webhook(null), webhook('another')] }, []],
  [{ results: [webhook('disabled')] }, []],
  [null, []],
])('%j', (result, lines) => {
  expect(refusalsOf(result)).toEqual(lines)
})
