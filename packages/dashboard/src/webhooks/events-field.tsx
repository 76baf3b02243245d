import { Checkbox, type CheckboxGroupProps, Stack, Text } from '@mantine/core'
import { EVENTS, type Event } from '@replywright/contract/envelope.ts'

const GROUP_TITLES = {
  message: 'Messages',
  outbound: 'Messages',
  conversation: 'Conversations',
  number: 'Numbers',
  customer: 'Customers and agents',
  agent: 'Customers and agents',
} as const satisfies Record<Exclude<Event['about'], 'test'>, string>

const GROUPS = Map.groupBy(
  EVENTS.flatMap((event) => (event.about === 'test' ? [] : [event])),
  ({ about }) => GROUP_TITLES[about],
)

/** Selects the events that a webhook receives. */
export function EventsField(props: Omit<CheckboxGroupProps, 'children'>) {
  return (
    <Checkbox.Group label="Events" required {...props}>
      <Stack gap="sm" mt="xs">
        {[...GROUPS].map(([title, events]) => (
          <fieldset key={title}>
            <Text component="legend" c="dimmed" mb={6}>
              {title}
            </Text>
            <Stack gap="sm">
              {events.map(({ schema, summary }) => {
                const name = schema.entries.event.literal
                return <Checkbox key={name} value={name} label={<code>{name}</code>} description={`${summary}.`} />
              })}
            </Stack>
          </fieldset>
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
