import { Button, Menu } from '@mantine/core'
import { deleteWebhook } from '@replywright/contract/dashboard/webhooks.ts'
import { EVENT_NAMES, type EventName } from '@replywright/contract/envelope.ts'
import { disableWebhook, enableWebhook, sendTestEvent, type Webhook } from '@replywright/contract/webhooks.ts'
import { IconChevronDown, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/use-me.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ActionDialog } from '../ui/confirm-dialog.tsx'
import { MoreActions } from '../ui/more-actions.tsx'
import { MISSING_ROLE_TEXTS } from '../ui/role-texts.ts'
import { useAction } from '../ui/use-action.ts'

/** The less frequent actions of a webhook: enable, disable and delete. */
export function WebhookActions({ webhook: { id, name, enabled } }: { readonly webhook: Webhook }) {
  const [confirming, setConfirming] = useState<'disable' | 'delete'>()
  const close = () => setConfirming(undefined)
  const navigate = useNavigate()
  const enabling = useAction(enableWebhook, { done: `${name} enabled` })
  const mayDisable = useMay(disableWebhook)
  const mayDelete = useMay(deleteWebhook)
  if (!mayDisable) return null
  const input = { params: { id } }
  return (
    <>
      <MoreActions>
        {enabled ? (
          <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={() => setConfirming('disable')}>
            Disable
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => enabling.run(input)}>
            Enable
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={!mayDelete}
          title={mayDelete ? undefined : MISSING_ROLE_TEXTS[deleteWebhook.role]}
          onClick={() => setConfirming('delete')}
        >
          Delete
        </Menu.Item>
      </MoreActions>
      <ActionDialog
        opened={confirming === 'disable'}
        onClose={close}
        endpoint={disableWebhook}
        input={input}
        title={`Disable ${name}?`}
        confirm="Disable endpoint"
      >
        Events are no longer sent. They are stored as failed deliveries, which you can replay after you enable the
        endpoint.
      </ActionDialog>
      <ActionDialog
        opened={confirming === 'delete'}
        onClose={close}
        endpoint={deleteWebhook}
        input={input}
        title={`Delete ${name}?`}
        confirm="Delete endpoint"
        danger
        done={`${name} deleted`}
        onDone={() => navigate({ to: '/webhooks' })}
      >
        This cannot be undone. Its deliveries stay visible for up to 30 days. Conversations and numbers routed to it get
        no replies until you change their routing.
      </ActionDialog>
    </>
  )
}

const EXAMPLES = EVENT_NAMES.filter((name) => name !== 'test.ping')

/** Sends a test event, or an example of another one, and shows its result on the page. */
export function TestEventButton({ webhook: { id, events } }: { readonly webhook: Webhook }) {
  const navigate = useNavigate()
  const sending = useAction(sendTestEvent, {
    onDone: ({ deliveryId }) =>
      void navigate({
        to: '/webhooks/$id',
        params: { id },
        search: ({ period }) => ({ period, test: deliveryId }),
        replace: true,
      }),
  })
  const send = (event: EventName) => sending.run({ params: { id }, body: { event } })
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
