import * as v from 'valibot'

/** How the messaging provider bills a message, in its own words. */
export const MessagePricing = v.pipe(
  v.object({
    billable: v.pipe(v.boolean(), v.description('Whether the provider charges for the message.')),
    model: v.pipe(v.string(), v.description('How it charges, such as `PMP`: for each message.')),
    type: v.pipe(
      v.string(),
      v.description('`regular`, `free_customer_service` or `free_entry_point`. The list is open.'),
    ),
    category: v.pipe(
      v.string(),
      v.description('`service`, `utility`, `marketing`, `authentication` and others. The list is open.'),
    ),
  }),
  v.description('How the messaging provider bills the message, in its own words. An empty text is not reported.'),
)
export type MessagePricing = v.InferOutput<typeof MessagePricing>
