import { ActionIcon, Menu, Text } from '@mantine/core'
import { deleteWebhook, disableWebhook, enableWebhook } from '@messaging/contract/dashboard/webhooks.ts'
import type { Webhook } from '@messaging/contract/webhooks.ts'
import { IconDots, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { useMay } from '../api/use-may.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { MISSING_ROLE_TEXTS } from '../ui/role-texts.ts'
import { tell, tellError } from '../ui/tell.ts'

/** The less frequent actions of a webhook: enable, disable and delete. */
export function WebhookActions({ webhook: { id, name, enabled } }: { readonly webhook: Webhook }) {
  const [confirming, setConfirming] = useState<'disable' | 'delete'>()
  const close = () => setConfirming(undefined)
  const navigate = useNavigate()
  const enabling = useAction(enableWebhook, { onDone: () => tell(`${name} enabled`) })
  const disabling = useAction(disableWebhook, { onDone: close })
  const deleting = useAction(deleteWebhook, {
    onDone: () => {
      tell(`${name} deleted`)
      return navigate({ to: '/webhooks' })
    },
  })
  const mayDisable = useMay(disableWebhook)
  const mayDelete = useMay(deleteWebhook)
  if (!mayDisable) return null
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
            <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={() => setConfirming('disable')}>
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
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={!mayDelete}
            title={mayDelete ? undefined : MISSING_ROLE_TEXTS[deleteWebhook.role]}
            onClick={() => setConfirming('delete')}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={confirming === 'disable'}
        onClose={close}
        title={`Disable ${name}?`}
        confirm="Disable endpoint"
        onConfirm={() => disabling.mutate(input)}
        isPending={disabling.isPending}
        error={disabling.error}
      >
        <Text size="sm">
          Events are no longer sent. They are stored as failed deliveries, which you can replay after you enable the
          endpoint.
        </Text>
      </ConfirmDialog>
      <ConfirmDialog
        opened={confirming === 'delete'}
        onClose={close}
        title={`Delete ${name}?`}
        confirm="Delete endpoint"
        danger
        onConfirm={() => deleting.mutate(input)}
        isPending={deleting.isPending}
        error={deleting.error}
      >
        <Text size="sm">
          This cannot be undone. Its deliveries stay visible for 30 days. Conversations and numbers routed to it get no
          replies until you change their routing.
        </Text>
      </ConfirmDialog>
    </>
  )
}
