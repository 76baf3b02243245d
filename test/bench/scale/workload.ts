/** The traffic of all organisations together. Each number is an option of `npm run bench -- scale`. */
export const DEFAULT_WORKLOAD = {
  /** Customer messages a second. */
  rate: 1000,
  /** Share of the messages that an agent answers. */
  answered: 0.15,
  /** Messages of a customer in one service window. */
  'per-window': 3,
  /** Share of the windows whose route has a webhook that subscribes to window events. */
  watched: 0.3,
  /** Share of the attempts to which an endpoint responds with 5xx at once. Each such delivery is retried. */
  failing: 0.01,
  /** Share of the attempts that end at the time limit of 10 s. */
  hanging: 0.002,
  webhooks: 5000,
  /** Milliseconds in which an endpoint responds. */
  'endpoint-ms': 100,
  /** Deliveries in one batch. */
  batch: 5,
  /** Share of the traffic of the busiest organisation, which has one number and one webhook. */
  largest: 0.05,
  /** Seconds of a model call, and tokens. */
  'model-seconds': 3,
  'input-tokens': 1000,
  'output-tokens': 200,
  /** API reads for each message. */
  reads: 0.2,
  'api-keys': 1000,
}
export type Workload = Readonly<typeof DEFAULT_WORKLOAD>

/** Returns the default workload at a rate: more traffic comes from more customers, with more webhooks and API keys. */
export function workloadAt(rate: number): Workload {
  const times = rate / DEFAULT_WORKLOAD.rate
  const { webhooks, 'api-keys': keys } = DEFAULT_WORKLOAD
  return { ...DEFAULT_WORKLOAD, rate, webhooks: Math.ceil(webhooks * times), 'api-keys': Math.ceil(keys * times) }
}

/** Returns whether a name is a number of the workload. */
export function isWorkloadName(name: string): name is keyof Workload {
  return name in DEFAULT_WORKLOAD
}
