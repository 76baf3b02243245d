import { expect, test } from 'vitest'
import { figuresByAgent, handlingCsv, handlingFigures } from './handling-figures.ts'

const alone = { handledBy: 'agent', reason: '', failure: null, firstAnswerMs: null, usd: 0.01 } as const
const asked = { ...alone, handledBy: 'asked', reason: 'A refund', usd: 0.03 } as const
const failed = { ...alone, handledBy: 'failed', reason: 'The agent failed.', failure: 'timeout', usd: 0 } as const

test('counts conversations by who handled them, with the most frequent reasons first', () => {
  const person = { ...alone, handledBy: 'person', failure: 'limit', usd: 0 } as const
  expect(handlingFigures([person, failed, alone, asked, asked, failed])).toEqual({
    total: 6,
    alone: 1,
    aloneShare: 1 / 6,
    handedOver: 4,
    takenOver: 1,
    usdEach: expect.closeTo(0.07 / 6, 9),
    firstAnswer: { median: null, slowestTenth: null },
    reasons: [
      { cause: 'The agent failed.', count: 2 },
      { cause: 'A refund', count: 2 },
    ],
    failures: [
      { cause: 'timeout', count: 2 },
      { cause: 'limit', count: 1 },
    ],
  })
  expect(handlingFigures([])).toMatchObject({ total: 0, aloneShare: null, usdEach: null })
})

test('20 first answers are enough for their median and their slowest tenth', () => {
  const waits = Array.from({ length: 20 }, (_, index) => ({ ...alone, firstAnswerMs: (20 - index) * 100 }))
  expect(handlingFigures([...waits, alone]).firstAnswer).toEqual({ median: 1000, slowestTenth: 1800 })
  expect(handlingFigures([...waits.slice(1), alone]).firstAnswer).toEqual({ median: null, slowestTenth: null })
})

const row = { id: '1', contact: '=HYPERLINK("x")', agentId: 'a', agentName: 'Shop', lastMessageAt: 't', ...asked }

test('splits the figures by agent, those with the most conversations first', () => {
  const other = { ...row, agentId: 'b', agentName: 'Desk', ...failed }
  const [deleted, deletedToo] = [
    { ...row, agentId: 'c', agentName: '' },
    { ...row, agentId: 'd', agentName: '' },
  ]
  expect(figuresByAgent([row, other, other, deleted, deletedToo, other])).toMatchObject([
    { agentId: 'b', name: 'Desk', total: 3, handedOver: 3 },
    { agentId: '', name: '', total: 2 },
    { agentId: 'a', name: 'Shop', total: 1 },
  ])
})

test('writes CSV in which a name is no formula', () => {
  expect(handlingCsv([row])).toBe(
    '"id","contact","agentId","agentName","handledBy","reason","failure","firstAnswerMs","usd","lastMessageAt"\r\n' +
      `"1","'=HYPERLINK(""x"")","a","Shop","asked","A refund","","","0.03","t"\r\n`,
  )
})
