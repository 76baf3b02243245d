import { answerWith, serve } from '../shared.ts'

/** The workshop's calendar: who has which time. */
const TIMES = new Map<string, string | undefined>([
  ['2027-03-01T10:00', undefined],
  ['2027-03-01T11:00', undefined],
])

const calendar = await serve(async ({ path, body }) => {
  if (path === '/free') return { status: 200, body: [...TIMES.keys()].filter((time) => TIMES.get(time) === undefined) }
  const { time, customer }: { time: string; customer: string } = JSON.parse(body.toString())
  if (!TIMES.has(time) || (TIMES.get(time) ?? customer) !== customer)
    return { status: 409, body: { error: 'This time is not free. Offer another one of free_times.' } }
  TIMES.set(time, customer)
  console.log(`${customer} comes at ${time}`)
  return { status: 200, body: { booked: time } }
})

await answerWith({
  name: 'Appointments',
  systemPrompt: [
    'You make appointments for a bicycle workshop.',
    'Offer the times of free_times as choices, and book the chosen one.',
    'After offering times, schedule a wake-up in one hour.',
  ].join('\n'),
  tools: [
    {
      name: 'free_times',
      description: 'Returns the times that are free.',
      creditCost: 0,
      apiSchema: { url: `${calendar}/free` },
    },
    {
      name: 'book',
      description: 'Books a time.',
      creditCost: 0,
      apiSchema: {
        url: `${calendar}/book`,
        method: 'POST',
        request_body: {
          time: { input: { type: 'description', description: 'One of free_times, unchanged.' } },
          // The service fills it, so that no customer can book for another one.
          customer: { input: { type: 'value', value: '%PHONE_NUMBER%' } },
        },
      },
    },
  ],
  // A wake-up is cancelled if the customer writes first, and only possible while the service window is open.
  wakeUpConfigs: [{ description: 'To ask a customer who chose no time if they still want one.', forceMessage: true }],
})
console.log(`The calendar is at ${calendar}`)
