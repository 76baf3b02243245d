import { expect, test } from 'vitest'
import { handlingCsv, handlingFigures } from './handling-figures.ts'

const alone = { handledBy: 'agent', reason: '', usd: 0.01 } as const
const asked = { handledBy: 'asked', reason: 'A refund', usd: 0.03 } as const

test('counts conversations by who handled them, with the most frequent reasons first', () => {
  const failed = { handledBy: 'failed', reason: 'The agent failed to answer.', usd: 0 } as const
  const person = { handledBy: 'person', reason: '', usd: 0 } as const
  expect(handlingFigures([failed, alone, asked, asked, person])).toEqual({
    total: 5,
    alone: 1,
    aloneShare: 0.2,
    handedOver: 3,
    takenOver: 1,
    usdEach: expect.closeTo(0.014, 9),
    reasons: [
      { reason: 'A refund', times: 2 },
      { reason: 'The agent failed to answer.', times: 1 },
    ],
  })
  expect(handlingFigures([])).toMatchObject({ total: 0, aloneShare: null, usdEach: null })
})

test('writes CSV in which a name is no formula', () => {
  const row = { id: '1', contact: '=HYPERLINK("x")', agentId: 'a', agentName: 'Shop', lastMessageAt: 't', ...asked }
  expect(handlingCsv([row])).toBe(
    '"id","contact","agentId","agentName","handledBy","reason","usd","lastMessageAt"\r\n' +
      `"1","'=HYPERLINK(""x"")","a","Shop","asked","A refund","0.03","t"\r\n`,
  )
})
