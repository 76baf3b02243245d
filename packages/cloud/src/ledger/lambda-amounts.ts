import type { EndedInvocation } from '../lambda/lambda-service.ts'
import type { Amounts } from './ledger.ts'

/** Returns what Lambda bills for an invocation. */
export function lambdaAmounts({ memoryMegabytes, billedMilliseconds }: EndedInvocation): Partial<Amounts> {
  return { invocations: 1, gigabyteSeconds: (memoryMegabytes / 1024) * (billedMilliseconds / 1000) }
}
