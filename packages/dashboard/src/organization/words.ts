/** The texts of the organisation's settings. */
export const words = {
  title: 'Organisation',
  description: 'The organisation that owns your agents, numbers, endpoints and conversations.',
  name: 'Name',
  nameHint: 'Members see it in the menu at the top. Users that an agent is shared with see it, too.',
  id: 'Organisation ID',
  save: 'Save name',
  saved: 'Organisation renamed',
  retention: {
    title: 'Retention',
    messageDays: 'Days to keep messages',
    deliveryDays: 'Days to keep deliveries',
    hint: (days: string) => `Applies to new items. At most ${days}, which also applies if empty.`,
    save: 'Save retention',
    saved: 'Retention saved. It applies within a minute.',
  },
} as const
