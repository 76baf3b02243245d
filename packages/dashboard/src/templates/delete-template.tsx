import { Button, Text } from '@mantine/core'
import { deleteTemplate, type Template } from '@messaging/contract/templates.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'

/** Deletes the draft of a template. Published copies are kept. */
export function DeleteTemplate({ template: { id, name, accountLinks } }: { readonly template: Template }) {
  const [isConfirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  const deleting = useAction(deleteTemplate, {
    onDone: () => {
      tell(`${name} deleted`)
      void navigate({ to: '/templates', ignoreBlocker: true })
    },
  })
  const published = accountLinks.filter(({ status }) => status !== 'DRAFT').map(({ accountName }) => accountName)
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Delete ${name}?`}
        confirm="Delete template"
        danger
        typed={published.length > 0 ? name : undefined}
        onConfirm={() => deleting.mutate({ params: { id } })}
        isPending={deleting.isPending}
        error={deleting.error}
      >
        <Text size="sm">
          {published.length > 0
            ? `This deletes the draft. The template stays published on ${published.join(', ')}. To remove it there, unpublish it first.`
            : 'This deletes the draft. It is not published on any account.'}
        </Text>
      </ConfirmDialog>
    </>
  )
}
