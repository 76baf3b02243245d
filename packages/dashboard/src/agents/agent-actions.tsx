import { ActionIcon, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Agent, deleteAgent } from '@messaging/contract/agents.ts'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'
import { words } from './words.ts'

/** The less frequent actions of an agent: deletion. */
export function AgentActions({ agent: { id, name, phoneNumbers } }: { readonly agent: Agent }) {
  const [isConfirming, { open, close }] = useDisclosure()
  const navigate = useNavigate()
  const deleting = useAction(deleteAgent, {
    onDone: () => {
      tell(words.agentActions.deleted(name))
      void navigate({ to: '/agents', ignoreBlocker: true })
    },
  })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={words.agentActions.moreActions}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={open}>
            {words.agentActions.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isConfirming}
        onClose={close}
        title={words.agentActions.deleteNamed(name)}
        confirm={words.agentActions.deleteAgent}
        danger
        typed={name.trim()}
        onConfirm={() => deleting.mutate({ params: { id } })}
        isPending={deleting.isPending}
        error={deleting.error}
      >
        <Text size="sm">
          {words.agentActions.cannotUndo}
          {phoneNumbers.length > 0 &&
            words.agentActions.customersOnNoLonger(phoneNumbers.map(({ phoneNumber }) => `+${phoneNumber}`).join(', '))}
        </Text>
      </ConfirmDialog>
    </>
  )
}
