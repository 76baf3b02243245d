const deliveries = (count: number) => (count === 1 ? '1 delivery' : `${count.toLocaleString('en')} deliveries`)

/** The texts of bulk replays. */
export const words = {
  page: {
    title: 'Replay failed deliveries',
    description: 'Sends each failed delivery that was not replayed yet as a new delivery with its own ID.',
    endpoints: 'Endpoints',
    endpoint: 'Endpoint',
    earlier: 'Earlier replays',
    none: 'None in the last 30 days',
  },
  form: {
    title: 'New replay',
    hour: 'Last hour',
    day: 'Last 24 hours',
    week: 'Last 7 days',
    month: 'Last 30 days',
    since: 'Failed since',
    counting: 'Counting …',
    nothing: 'No failed deliveries to replay.',
    will: (count: string) => `${count} will be replayed.`,
    replay: (count: string) => `Replay ${count}`,
    nothingButton: 'Nothing to replay',
    deliveries,
    orMore: (count: number) => `${count.toLocaleString('en')} or more deliveries`,
  },
  finished: {
    done: (count: number) => `${deliveries(count)} replayed.`,
    stopped: (replayed: number, total: number) =>
      `Replay stopped: ${replayed.toLocaleString('en')} of ${total.toLocaleString('en')} replayed.`,
    disabled: (replayed: number, total: number) =>
      `Replay stopped because the endpoint was disabled: ${replayed.toLocaleString('en')} of ${total.toLocaleString('en')} replayed.`,
    view: 'View deliveries',
  },
  running: {
    title: 'Running replay',
    progress: 'Replayed',
    of: (replayed: number, total: number) =>
      `${replayed.toLocaleString('en')} of ${total.toLocaleString('en')} replayed`,
    since: 'Failed since',
    started: ', started',
    stop: 'Stop',
    stopped: 'Replay stopped. Deliveries already replayed are kept.',
  },
  table: {
    label: 'Earlier replays',
    started: 'Started',
    since: 'Failed since',
    replayed: 'Replayed',
    result: 'Result',
    of: (replayed: number, total: number) => `${replayed.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    done: 'Done',
    disabled: 'Endpoint disabled',
    stopped: 'Stopped',
  },
  bulk: {
    title: 'Replay all failed deliveries',
    explain: 'Sends every failed delivery that matches the filters and was not replayed yet, as a new delivery.',
    counting: 'Counting …',
    none: 'Every failed delivery of these filters was already replayed.',
    refusals: {
      disabled: 'Endpoint disabled. Enable it to replay.',
      running: 'Another replay is running.',
    },
    started: 'Replay started',
    progress: 'View progress',
    enable: 'Open endpoint',
  },
} as const
