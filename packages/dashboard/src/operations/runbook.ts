/** What to do when an alarm rings: a section of docs/operations.md in brief. */
export interface RunbookSection {
  /** The heading of the section. */
  readonly title: string
  readonly means: string
  readonly steps: readonly string[]
}

const RECONCILE = 'Run npm run ops -- reconcile: it sends again what waits for a message that is overdue.'

const SECTIONS: Readonly<Record<string, Omit<RunbookSection, 'title'>>> = {
  DeadLetters: {
    means: 'Messages were given up. They stay 14 days after they were first sent.',
    steps: ['Open the queue and look at them.', 'Mend the cause.', 'Redrive them, or purge what nobody needs.'],
  },
  OldestMessage: {
    means: 'Messages of a queue wait longer than they should. Nothing is lost: a queue keeps them 4 days.',
    steps: [
      'If Throttles or Errors of its worker ring too, begin there.',
      'If the worker runs at its maximum concurrency, raise deliverMaximumConcurrency and deploy.',
      'If one endpoint answers slowly, the others go on; disable that endpoint if it has to stop.',
      'If it is the queue of turns and one organisation has many turn.waiting lines, raise answerMaximumConcurrency.',
      'If the worker does not run at all, enable its event source mapping in the Lambda console.',
    ],
  },
  RelayIteratorAge: {
    means:
      'What was stored is not sent yet. The table’s stream keeps 24 hours; the relay gives a batch up after 6 hours.',
    steps: [
      'Read the log of relay: relay.failed names the queue that refuses.',
      'Mend it: a queue, its policy, the key. The relay tries again by itself and catches up in order.',
      'Was it down for more than 6 hours? Then run npm run ops -- reconcile once its age is back to zero.',
    ],
  },
  RelaySilent: {
    means: 'The table is written and the relay is not invoked: nothing is sent. The table’s stream keeps 24 hours.',
    steps: [
      'Open the event source mapping of relay in the Lambda console: enable it if it is disabled.',
      'Its last result names what is missing otherwise: rights on the stream or the key, or the function.',
      'Was it silent for more than 6 hours? Then run npm run ops -- reconcile once RelayIteratorAge is back to zero.',
    ],
  },
  Errors: {
    means: 'A function crashed or timed out. What it was working on is tried again.',
    steps: [
      'Find the line Task timed out, or level = "ERROR", in its log.',
      'After a deployment: roll back to the last good commit and deploy, then look at the dead letters.',
    ],
  },
  Throttles: {
    means:
      'Functions are refused for want of concurrency. Nothing is lost: queues, stream and provider wait. API clients get 5xx.',
    steps: [
      'Ask AWS for more: Service Quotas, Lambda, concurrent executions.',
      'Or lower deliverMaximumConcurrency and deploy.',
    ],
  },
  Api5xx: {
    means: 'More than 1 % of the API’s answers are 5xx.',
    steps: [
      'Filter the logs of the routes for event = "request.failed"; each has the requestId that the client got.',
      'A POST with an Idempotency-Key can be repeated safely.',
    ],
  },
  Ingress5xx: {
    means: 'Messages of the provider could not be stored. It sends them again for days, so nothing is lost yet.',
    steps: [
      'Filter the log of ingress for request.failed.',
      'Often it is the table (TableErrors, TableThrottles) or the key (KMS).',
    ],
  },
  MessagesParked: {
    means: 'The provider sent something that could not be read or stored. It was answered 200 and is kept for 30 days.',
    steps: [
      'Find the log line message.parked: it has the reason and parkedId.',
      'Read it in the table by its day, or in the bucket if it is large.',
    ],
  },
  WebhooksDisabled: {
    means: 'An endpoint failed twenty deliveries in a row and gets no more. What comes meanwhile is kept as failed.',
    steps: [
      'Find the log line webhook.disabled: it has the ids of organisation and endpoint.',
      'Tell its owner, who sees the cause among its failed deliveries.',
      'When it is mended, its owner enables it, and replays what failed.',
    ],
  },
  SchedulerFailures: {
    means: 'EventBridge Scheduler cannot send to the queue of windows; -lost: not even to its dead letters.',
    steps: ['Look whether its role and both queues are there; npm run deploy puts them back.', RECONCILE],
  },
  TableErrors: {
    means: 'DynamoDB itself fails. Everything tries again.',
    steps: ['Look at the AWS Health Dashboard.'],
  },
  TableThrottles: {
    means: 'One partition takes more than 1,000 writes or 3,000 reads a second. Nothing is lost.',
    steps: [
      'Enable Contributor Insights for the table and look at its most accessed keys: most often it is d#<webhookId>#0 of one endpoint with very many deliveries.',
      'Point fewer numbers at it, or split them over several endpoints.',
    ],
  },
}

/** The sections that there are words for, by their headings. */
export const RUNBOOK_TITLES: readonly string[] = Object.keys(SECTIONS)

const NAME = /^Messaging-[^-]+-(?<title>[A-Za-z0-9]+)(?:-(?<what>.+))?$/

/** What an alarm's name says: `Messaging-<stage>-<section>-<what exactly>`. */
export function alarmSubject(name: string): { readonly title: string; readonly what: string | undefined } | undefined {
  const { title, what } = NAME.exec(name)?.groups ?? {}
  return title === undefined ? undefined : { title, what }
}

/** The section of the runbook for an alarm; undefined when there is none. */
export function runbookSection(name: string): RunbookSection | undefined {
  const title = alarmSubject(name)?.title
  const section = title !== undefined && Object.hasOwn(SECTIONS, title) ? SECTIONS[title] : undefined
  return section && title !== undefined ? { title, ...section } : undefined
}
