import { LinkSessionStatus } from '@replywright/contract/link-sessions.ts'
import { expect, test } from 'vitest'
import { connectText } from './connect-text.ts'

test('only a signup that succeeded says that the account is connected, and each end has its own words', () => {
  const texts = LinkSessionStatus.options.map((status) => [status, connectText({ status })] as const)
  expect(texts.filter(([, text]) => text.startsWith('The account is connected')).map(([status]) => status)).toEqual([
    'SUCCESS',
  ])
  expect(new Set(texts.map(([, text]) => text)).size).toBe(texts.length)
})
