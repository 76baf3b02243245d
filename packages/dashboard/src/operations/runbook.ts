import { queueTitle } from './queue-words.ts'

/** The steps of alarms: a summary of docs/operations.md. */
export const RUNBOOK_TEXTS = {
  DeadLetters: {
    title: 'Dead letters',
    means: 'Messages failed permanently. They are kept for 14 days after they were first sent.',
    steps: [
      'Open the queue and inspect its messages.',
      'Fix the cause.',
      'Redrive the messages, or purge those that are not needed.',
    ],
  },
  OldestMessage: {
    title: 'Messages wait too long',
    means: 'Messages of a queue wait too long. Nothing is lost: a queue keeps them for 4 days.',
    steps: [
      'If Throttles or Errors of its worker are also in alarm, start there.',
      'If the worker runs at its maximum concurrency, raise deliverMaximumConcurrency and deploy.',
      'If it is the queue of slow endpoints, other deliveries do not wait. Find the slow endpoint and inform its owner, or disable it.',
      'If it is the turns queue and one organisation has many turn.waiting log lines, raise answerMaximumConcurrency.',
      'If the worker does not run, enable its event source mapping in the Lambda console.',
    ],
  },
  InFlight: {
    title: 'Many messages in flight',
    means:
      'More than 80,000 messages are received but not finished. At 120,000, the queue returns no further messages. Retries do not count.',
    steps: [
      'If delivery.retry_unsent is in the log of deliver, find the error in the line: retries wait in flight.',
      'If Throttles or Errors of the worker are also in alarm, start there.',
      'If exhausted deliveries are moving to the dead-letter queue, the number falls by itself.',
    ],
  },
  RelayIteratorAge: {
    title: 'Stored messages are sent late',
    means:
      'Stored messages are not sent yet. The table’s stream keeps 24 hours. The relay stops retrying a batch after 6 hours.',
    steps: [
      'Find relay.failed in the log of relay. It names the queue that rejects messages.',
      'Fix the queue, its policy or the key. The relay retries automatically and in order.',
      'If it was down for more than 6 hours, resend lost work on the page Checks after its age is back to zero.',
    ],
  },
  StatisticsIteratorAge: {
    title: 'Statistics are behind',
    means: 'The counts of deliveries on the overview and the endpoints are behind. Deliveries are not affected.',
    steps: [
      'Find the error in the log of count. It names the call of the table that fails.',
      'Fix its permissions, or deploy again. Counts catch up automatically for up to 24 hours.',
    ],
  },
  RelaySilent: {
    title: 'Stored messages are not sent',
    means:
      'The table receives writes, but the relay is not invoked, so nothing is sent. The table’s stream keeps 24 hours.',
    steps: [
      'Open the event source mapping of relay in the Lambda console. Enable it if it is disabled.',
      'If it is enabled, its last result names the cause: missing permissions on the stream or the key, or a missing function.',
      'If it was silent for more than 6 hours, resend lost work on the page Checks after RelayIteratorAge is back to zero.',
    ],
  },
  RelayDiscarded: {
    title: 'Stored messages were discarded',
    means:
      'The relay could not send records of the table for 6 hours and discarded them. Their messages are not sent until you resend them.',
    steps: [
      'Find relay.failed in the log of relay and fix the cause.',
      'Resend lost work on the page Checks.',
      'What Checks does not know is in the bucket DiscardedBucketName: read its objects.',
    ],
  },
  QuotaUsed: {
    title: 'A quota is almost used up',
    means: 'More than 80% of a quota of the AWS account is in use. Nothing is refused yet.',
    steps: [
      'Request a quota increase: Service Quotas, and the service that the alarm names (Lambda, EventBridge Scheduler or Amazon Bedrock).',
      'If AWS granted it, set scheduleQuota or modelTokensPerMinute to the new value and deploy.',
    ],
  },
  SiteErrors: {
    title: 'Errors of the distribution (5xx)',
    means: 'More than 5% of the responses of CloudFront are 5xx: the pages, the dashboard’s API or the API fail.',
    steps: [
      'If Api5xx is in alarm, too, start there.',
      'Otherwise find the failing path in the metrics and reports of CloudFront.',
    ],
  },
  RecursiveLoops: {
    title: 'Lambda stopped a loop',
    means:
      'Lambda took the messages of a function to its own queue for an endless loop and dropped an invocation. The messages become dead letters.',
    steps: [
      'Find the function in CloudWatch: Metrics, Lambda, By Function Name, RecursiveInvocationsDropped.',
      'If it is deliver, allow recursion for it again in the Lambda console, then redrive the queue deliveries.',
      'If it is another function of the service, deploy the last working commit.',
    ],
  },
  Errors: {
    title: 'Function errors',
    means: 'A function crashed or timed out repeatedly. Its work is retried.',
    steps: [
      'Find Task timed out or level = "ERROR" in its log.',
      'After a deployment: deploy the last working commit, then check the dead letters.',
    ],
  },
  Throttles: {
    title: 'Functions are throttled',
    means:
      'Lambda rejects invocations because the concurrency limit is reached. Nothing is lost: queues, stream and provider retry. API clients receive 5xx.',
    steps: [
      'Request a quota increase: Service Quotas, Lambda, concurrent executions.',
      'Or lower deliverMaximumConcurrency and deploy.',
    ],
  },
  Api5xx: {
    title: 'API errors (5xx)',
    means: 'More than 1% of the API’s responses are 5xx.',
    steps: [
      'Filter the logs of the routes for event = "request.failed"; each has the requestId that the client received.',
      'A POST with an Idempotency-Key can be repeated safely.',
    ],
  },
  ApiThrottled: {
    title: 'API requests are throttled',
    means: 'More than 5% of the API’s responses are 429.',
    steps: [
      'Count them by apiKeyId in the access log of the API: filter status = 429.',
      'If it is one key, its client exceeds rateLimitPerMinute. Notify its owner.',
      'If there are many keys, raise stageRateLimitPerSecond and deploy.',
    ],
  },
  Ingress5xx: {
    title: 'Messages of the provider are rejected',
    means: 'Messages of the provider could not be stored. The provider retries for days, so nothing is lost yet.',
    steps: [
      'Filter the log of ingress for request.failed.',
      'Frequent causes are the table (TableErrors, TableThrottles) and the key (KMS).',
    ],
  },
  IngressThrottled: {
    title: 'Messages of the provider are refused',
    means:
      'All executions of the ingress are busy. The provider sends refused messages again for days, so nothing is lost.',
    steps: [
      'Find the cause if the ingress is slow: often the table (TableThrottles).',
      'Otherwise raise ingressReservedConcurrency, and the Lambda quota of the account if needed.',
    ],
  },
  ProviderSilent: {
    title: 'The provider sends nothing',
    means: 'No message, status or notice of the provider arrived for the hours of the setting quietHours.',
    steps: [
      'Send a message to one of your numbers from a phone. If it arrives, it was quiet: raise quietHours.',
      'Otherwise check in the provider’s console that the app is live and that its webhook is subscribed to messages.',
    ],
  },
  ProviderRejected: {
    title: 'Signatures of the provider are invalid',
    means:
      'Requests with a signature of the provider arrive, but no app secret verifies one of them. No message is accepted.',
    steps: [
      'Check on the page Checks whether the provider is configured.',
      'Compare the app secret with the one in the provider’s console. Set it again with npm run ops -- provider set.',
    ],
  },
  Canary: {
    title: 'The messages of the canary are not delivered',
    means: 'The service sends a message to itself every five minutes. Two of them were not delivered.',
    steps: [
      'Look at the other alarms, and at the page Checks: they name the part that fails.',
      'If nothing else fails, run npm run ops -- canary, which sets the canary up again.',
    ],
  },
  DeliveriesExhausted: {
    title: 'Many deliveries failed',
    means: 'More than 5% of all deliveries exhausted their retries.',
    steps: [
      'If endpoints of several organisations fail, the cause is in the service: read the log of deliver.',
      'If one endpoint fails, notify its owner. It is disabled after 20 failures in a row.',
      'After the fix, redrive the queue of deliveries.',
    ],
  },
  LateDeliveries: {
    title: 'Deliveries are late',
    means: 'One of twenty deliveries takes more than 15 seconds, although its first attempt succeeds.',
    steps: [
      'If OldestMessage, InFlight or RelayIteratorAge are also in alarm, start there.',
      'If deliver runs at its maximum concurrency, raise deliverMaximumConcurrency and deploy.',
      'After an outage, wait: the backlog was late.',
    ],
  },
  LateAnswers: {
    title: 'Answers of agents are late',
    means: 'One of twenty answers of agents takes more than a minute.',
    steps: [
      'If ModelThrottles is also in alarm, start there.',
      'If turn.waiting is in the log of answer, raise answerMaximumConcurrency and deploy.',
      'Trace a message: npm run ops -- trace. It shows whether the model or a tool is slow.',
    ],
  },
  MessagesParked: {
    title: 'Messages could not be read',
    means:
      'The provider sent a request that could not be parsed or stored. The response was 200, and the request is kept for 30 days.',
    steps: [
      'Find the log line message.parked. It has the reason and parkedId.',
      'Read the request in the table by its day, or in the bucket if it is large.',
    ],
  },
  NumberRestricted: {
    title: 'The provider restricts a number',
    means:
      'The messaging provider banned or restricted a number or its account. What it forbids is refused here, and agents hold.',
    steps: [
      'Find the log line number.health. It has the organisation, the number and the provider’s word.',
      'Run npm run ops -- doctor: it asks the provider, and lifts what no longer exists.',
      'Tell the owner of the account, who can appeal at the provider. Connect another number meanwhile.',
    ],
  },
  NumberWarned: {
    title: 'The provider warns about a number',
    means: 'Everything can still be sent. The health of the number says what to do.',
    steps: ['Find the log line number.health.', 'Tell the owner of the number during the day.'],
  },
  SendsRefused: {
    title: 'The provider refuses messages',
    means: 'The provider refused at least ten messages within five minutes, and more than 20% of all.',
    steps: [
      'Count the log lines message.refused by providerCode.',
      '190 is an expired token, 3, 10 and 200 to 299 a missing permission, 2635 an ended version of the API, 131042 a missing payment method.',
      'Connect the account again, give the permission, set a newer version, or ask the owner to add a payment method.',
    ],
  },
  WebhooksDisabled: {
    title: 'Endpoints were auto-disabled',
    means: 'An endpoint failed 20 deliveries in a row and was disabled. New deliveries are stored as failed.',
    steps: [
      'Find the log line webhook.disabled. It has the IDs of the organisation and the endpoint.',
      'Notify the owner, who can see the cause in the failed deliveries.',
      'After the fix, the owner enables the endpoint and replays the failed deliveries.',
    ],
  },
  SchedulerFailures: {
    title: 'Schedules cannot be sent',
    means:
      'EventBridge Scheduler cannot send to the windows queue. With -lost, it cannot send to its dead-letter queue either.',
    steps: [
      'Check that its role and both queues exist. npm run deploy restores them.',
      'Resend lost work on the page Checks, or run npm run ops -- reconcile.',
    ],
  },
  TableErrors: {
    title: 'Table errors',
    means: 'DynamoDB requests fail. All work is retried.',
    steps: ['Check the AWS Health Dashboard.'],
  },
  TableThrottles: {
    title: 'Table is throttled',
    means: 'One partition receives more than 1,000 writes or 3,000 reads per second. Nothing is lost.',
    steps: [
      'Enable Contributor Insights for the table and check its most accessed keys. Usually it is d#<webhookId>#0 of one endpoint with very many deliveries.',
      'Subscribe the endpoint to fewer numbers, or split them across several endpoints.',
    ],
  },
  KeyErrors: {
    title: 'The key refuses',
    means: 'KMS did not encrypt or decrypt a secret. If the key is disabled or is to be deleted, everything stops.',
    steps: [
      'Find key.failed in the logs. It has the error of AWS.',
      'Enable the key, or cancel its deletion at once.',
      'If access is denied, deploy again. If KMS throttles, request a higher quota.',
    ],
  },
  ModelThrottles: {
    title: 'The model is throttled',
    means: 'The quota of the default model at Amazon Bedrock is used up. Agents answer late or not at all.',
    steps: [
      'Request more tokens per minute: Service Quotas, Amazon Bedrock.',
      'Until then, lower answerMaximumConcurrency or modelMaxOutputTokens and deploy.',
    ],
  },
  MailsRefused: {
    title: 'Emails are not sent',
    means: 'Cognito did not send an email. Users cannot sign up or reset their passwords.',
    steps: [
      'Find mail.refused in the log of the routes.',
      'If the limit of 50 emails a day is used up, set mailFrom and deploy.',
      'If Amazon SES refused, check its domain, sandbox and reputation.',
    ],
  },
  MailBounces: {
    title: 'Emails bounce',
    means: 'More than 5% of the account’s emails bounce. At 10%, Amazon SES can stop the account.',
    steps: ['Find users with invalid addresses, and other applications of the account that send emails.'],
  },
  CertificateExpiry: {
    title: 'A certificate expires',
    means: 'The certificate of the API’s domain expires in less than 30 days. ACM could not renew it.',
    steps: ['Publish the DNS record of the certificate again.'],
  },
  Backups: {
    title: 'Backups fail',
    means: 'A daily backup of the table or the bucket, or its copy in another vault, failed.',
    steps: [
      'Find the message of the failed job in AWS Backup.',
      'If a copy failed, check the access policy and the key of the other vault.',
    ],
  },
} as const

/** The runbook steps of an alarm: a summary of a section of docs/operations.md. */
interface RunbookSection {
  readonly title: string
  readonly means: string
  readonly steps: readonly string[]
}

const SECTIONS: Readonly<Record<string, RunbookSection>> = RUNBOOK_TEXTS

export const RUNBOOK_TITLES: readonly string[] = Object.keys(SECTIONS)

const NAME = /^Messaging-[a-z0-9-]+-(?<title>[A-Z][A-Za-z0-9]*)(?:-(?<what>.+))?$/

/** Parses an alarm's name: `Messaging-<stage>-<section>-<subject>`. */
export function alarmSubject(name: string): { readonly title: string; readonly what: string | undefined } | undefined {
  const { title, what } = NAME.exec(name)?.groups ?? {}
  return title === undefined ? undefined : { title, what }
}

/** Returns the runbook section of an alarm, or undefined if there is none. */
export function runbookSection(name: string): RunbookSection | undefined {
  const title = alarmSubject(name)?.title
  return title !== undefined && Object.hasOwn(SECTIONS, title) ? SECTIONS[title] : undefined
}

/** Names an alarm in words, such as `Dead letters: Agent replies`. Other alarms of the account keep their names. */
export function alarmTitle(name: string): string {
  const section = runbookSection(name)
  const what = alarmSubject(name)?.what
  if (!section) return name
  if (what === undefined) return section.title
  return `${section.title}: ${isAboutQueue(section) ? queueTitle(what) : what}`
}

function isAboutQueue(section: RunbookSection): boolean {
  const { DeadLetters, OldestMessage, InFlight } = RUNBOOK_TEXTS
  return section === DeadLetters || section === OldestMessage || section === InFlight
}
