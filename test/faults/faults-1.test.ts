import { test } from 'vitest'
import { expectToHold } from './hold.ts'

test(
  'nothing is lost, sent twice or stuck, whichever call of the flows of shard 1/2 is disturbed',
  { timeout: 900_000 },
  () => expectToHold('1/2'),
)
