import { ActionIcon, Menu, Text } from '@mantine/core'
import { deleteWebhook, disableWebhook, enableWebhook, type Webhook } from '@messaging/contract/dashboard/webhooks.ts'
import { IconDots, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell, tellError } from '../ui/tell.ts'

/** What is done with a webhook more seldom: enabling, disabling and deleting it. */
export function WebhookActions({ webhook: { id, name, enabled } }: { readonly webhook: Webhook }) {
  const [asking, setAsking] = useState<'disable' | 'delete'>()
  const close = () => setAsking(undefined)
  const navigate = useNavigate()
  const enabling = useAction(enableWebhook, { onDone: () => tell(`${name} is enabled.`) })
  const disabling = useAction(disableWebhook, { onDone: close })
  const deleting = useAction(deleteWebhook, {
    onDone: () => {
      tell(`${name} was deleted.`)
      return navigate({ to: '/webhooks' })
    },
  })
  const input = { params: { id } }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {enabled ? (
            <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={() => setAsking('disable')}>
              Disable
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              onClick={() => enabling.mutate(input, { onError: tellError })}
            >
              Enable
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsking('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asking === 'disable'}
        onClose={close}
        title={`Disable ${name}?`}
        confirm="Disable endpoint"
        onConfirm={() => disabling.mutate(input)}
        isPending={disabling.isPending}
        error={disabling.error}
      >
        <Text size="sm">
          Nothing is sent to it any more. Its events are recorded as failed deliveries, which you can replay once it is
          enabled again.
        </Text>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'delete'}
        onClose={close}
        title={`Delete ${name}?`}
        confirm="Delete endpoint"
        danger
        onConfirm={() => deleting.mutate(input)}
        isPending={deleting.isPending}
        error={deleting.error}
      >
        <Text size="sm">
          This cannot be undone. Its deliveries stay readable for 30 days. Conversations and numbers that are routed to
          it are answered by nobody until they are routed anew.
        </Text>
      </ConfirmDialog>
    </>
  )
}
