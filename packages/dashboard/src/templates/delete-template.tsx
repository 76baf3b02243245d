import { Button, Text } from '@mantine/core'
import { deleteTemplate, type Template } from '@messaging/contract/templates.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'

/** Deletes a draft; where it is published it stays. */
export function DeleteTemplate({ template: { id, name, accountLinks } }: { readonly template: Template }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const deleting = useAction(deleteTemplate, {
    onDone: () => {
      tell(`${name} was deleted.`)
      void navigate({ to: '/templates', ignoreBlocker: true })
    },
  })
  const published = accountLinks.filter(({ status }) => status !== 'DRAFT').map(({ accountName }) => accountName)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
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
            ? `The draft goes, and this page with it. At the provider it stays published on ${published.join(', ')}: unpublish it first if it should not.`
            : 'The draft goes. It is published nowhere.'}
        </Text>
      </ConfirmDialog>
    </>
  )
}
