import { setTimeout } from 'node:timers/promises'
import { NOTHING, type Usage } from '@replywright/cloud/ledger'
import type { Service } from '@replywright/local/start-service.ts'
import type { Bill } from './prices.ts'

/** Bills by the logical id of the function that caused them. */
export type Bills = ReadonlyMap<string, Bill>

export const NO_USAGE: Bill = { ...NOTHING, schedulesCreated: 0, apiRequests: 0, keyRequests: 0, logBytes: 0 }

type LogLine = { readonly function: string; readonly line: string }

/** Measures a service's usage: the cloud's ledger, and the bytes of the log lines passed to `add`. */
export class Meter {
  readonly #logBytes = new Map<string, number>()

  /** Counts a log line; pass it as the `log` of `startService`. */
  add({ function: name, line }: LogLine): void {
    this.#logBytes.set(name, (this.#logBytes.get(name) ?? 0) + Buffer.byteLength(line) + 1)
  }

  /** Runs a function, waits until the service is idle, and returns the usage. `requests` are those to a REST API. */
  async measure(service: Service, run: () => Promise<void>, requests = 0): Promise<Bills> {
    const { cloud } = service
    await quiet(service)
    cloud.ledger.reset()
    this.#logBytes.clear()
    await run()
    await quiet(service)
    return new Map([
      ...this.#bills(service),
      ...(requests > 0 ? [['API Gateway', { ...NO_USAGE, apiRequests: requests }] as const] : []),
    ])
  }

  /** Resolves when a function has written since the start of the measurement. */
  async waitForWrite(service: Service, name: string): Promise<void> {
    while (!this.#bills(service).get(name)?.writeUnits) await setTimeout(POLL_MILLISECONDS)
  }

  #bills({ cloud }: Service): Bills {
    const { callers } = cloud.ledger.snapshot()
    const functions = cloud.resources.filter(({ type }) => type === 'AWS::Lambda::Function')
    return new Map(
      functions.flatMap(({ physicalId, logicalId }) => {
        const usage = callers[physicalId]
        return usage ? [[nameOf(logicalId), this.#billOf(usage, physicalId)] as const] : []
      }),
    )
  }

  #billOf({ requests, ...amounts }: Usage, functionName: string): Bill {
    const keyRequests = Object.values(requests.kms ?? {}).reduce((sum, count) => sum + count, 0)
    const schedulesCreated = requests.scheduler?.CreateSchedule ?? 0
    return {
      ...amounts,
      apiRequests: 0,
      keyRequests,
      schedulesCreated,
      logBytes: this.#logBytes.get(functionName) ?? 0,
    }
  }
}

/** Applies `change` to each amount of several bills, for example their sum or difference. */
export function combine(bills: readonly Bill[], change: (values: readonly number[]) => number): Bill {
  const of = (what: keyof Bill) => change(bills.map((bill) => bill[what]))
  return {
    readUnits: of('readUnits'),
    writeUnits: of('writeUnits'),
    standardQueueRequests: of('standardQueueRequests'),
    fifoQueueRequests: of('fifoQueueRequests'),
    fairQueueMessages: of('fairQueueMessages'),
    invocations: of('invocations'),
    gigabyteSeconds: of('gigabyteSeconds'),
    processorSeconds: of('processorSeconds'),
    scheduledInvocations: of('scheduledInvocations'),
    busEvents: of('busEvents'),
    schedulesCreated: of('schedulesCreated'),
    apiRequests: of('apiRequests'),
    keyRequests: of('keyRequests'),
    logBytes: of('logBytes'),
  }
}

/** Returns the sum of the bills of all functions. */
export function total(bills: Bills): Bill {
  return combine([...bills.values()], (values) => values.reduce((sum, value) => sum + value, 0))
}

/** Divides bills of `count` runs into the bills of one run. */
export function each(bills: Bills, count: number): Bills {
  return new Map([...bills].map(([name, bill]) => [name, combine([bill], ([value = 0]) => value / count)]))
}

/** The time without usage after which a service counts as idle: longer than a turn waits, and than counters collect. */
const QUIET_MILLISECONDS = 1500

const POLL_MILLISECONDS = 200

/** Resolves when nothing has been used for `QUIET_MILLISECONDS`. */
async function quiet({ cloud }: Service): Promise<void> {
  for (let before = ''; ; ) {
    const now = JSON.stringify(cloud.ledger.snapshot().total)
    if (now === before) return
    before = now
    await setTimeout(QUIET_MILLISECONDS)
  }
}

/** Returns the short name of a function: `IngressFunction5DB2F1C1` is `Ingress`. */
function nameOf(logicalId: string): string {
  return logicalId.replace(/(Function)?[0-9A-F]{8}$/, '')
}
