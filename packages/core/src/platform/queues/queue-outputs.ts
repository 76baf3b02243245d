/** A queue of the deployment: `deliveries` is what the output `DeliveriesQueueUrl` calls it. */
export interface NamedQueue {
  readonly name: string
  readonly url: string
}

const DEAD = /^(.+?)(DeadLetter|Dead)QueueUrl$/
const WORK = /^(.+)QueueUrl$/

/** The dead-letter queues that the outputs of the stacks name, `…DeadLetterQueueUrl` or `…DeadQueueUrl`. */
export function deadLetterQueues(outputs: Readonly<Record<string, string>>): NamedQueue[] {
  return Object.entries(outputs)
    .flatMap(([output, url]) => {
      const [, name] = DEAD.exec(output) ?? []
      return name ? [{ name: kebab(name), url }] : []
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** URLs of the work queues by name, as the relay knows them. */
export function workQueueUrls(outputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([output, url]) => {
      const [, name] = DEAD.test(output) ? [] : (WORK.exec(output) ?? [])
      return name ? [[kebab(name), url]] : []
    }),
  )
}

function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, '-$&').toLowerCase()
}
