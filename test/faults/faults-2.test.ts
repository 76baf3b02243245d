import { test } from 'vitest'
import { expectToHold } from './hold.ts'

test(
  'nothing is lost, sent twice or stuck, whichever call of the flows of shard 2/2 is disturbed',
  { timeout: 900_000 },
  () => expectToHold('2/2'),
)
