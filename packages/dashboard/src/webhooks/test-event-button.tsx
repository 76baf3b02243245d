import { Button, Menu } from '@mantine/core'
import { EVENT_NAMES, type EventName } from '@messaging/contract/envelope.ts'
import { sendTestEvent, type Webhook } from '@messaging/contract/webhooks.ts'
import { IconChevronDown, IconSend } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { tellError } from '../ui/tell.ts'

const EXAMPLES = EVENT_NAMES.filter((name) => name !== 'test.ping')

/** Sends a test event, or an example of another one, and shows its result on the page. */
export function TestEventButton({ webhook: { id, events } }: { readonly webhook: Webhook }) {
  const navigate = useNavigate()
  const sending = useAction(sendTestEvent, {
    onDone: ({ deliveryId }) =>
      void navigate({ to: '/webhooks/$id', params: { id }, search: { test: deliveryId }, replace: true }),
  })
  const send = (event: EventName) => sending.mutate({ params: { id }, body: { event } }, { onError: tellError })
  return (
    <Allowed endpoint={sendTestEvent}>
      <Button.Group>
        <Button
          leftSection={<IconSend size={16} aria-hidden />}
          loading={sending.isPending}
          onClick={() => send('test.ping')}
        >
          Send test event
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button px="xs" aria-label="Send an example of an event" title="Send an example of an event">
              <IconChevronDown size={16} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Send an example of</Menu.Label>
            {EXAMPLES.toSorted((a, b) => Number(events.includes(b)) - Number(events.includes(a))).map((name) => (
              <Menu.Item key={name} onClick={() => send(name)} c={events.includes(name) ? undefined : 'dimmed'}>
                {name}
                {!events.includes(name) && ' (not subscribed)'}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
    </Allowed>
  )
}
