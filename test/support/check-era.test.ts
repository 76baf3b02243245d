import { expect, test } from 'vitest'
import { checkEra } from './check-era.ts'

const failing = async (date: string, version: string) =>
  (await checkEra(date, version)).flatMap(({ what, problem }) => (problem === undefined ? [] : [what]))

test.each(['2026-09-20', '2026-09-30', '2026-10-01', '2026-11-29', '2027-10-14', '2028-07-29'])(
  'all calls work on %s',
  async (date) => {
    expect(await failing(date, 'v26.0')).toEqual([])
  },
)

test('calls of an ended version fail from its day', async () => {
  expect([await failing('2027-01-20', 'v21.0'), await failing('2027-01-21', 'v21.0')]).toEqual([
    [],
    [
      ...['a reply', 'a utility template'],
      ...['request_contact_info', 'voice_call', 'catalog_message'].map((name) => `an interactive message ${name}`),
      ...['buttons below a GIF', 'cards', 'a document', 'a marketing template'],
    ],
  ])
})
