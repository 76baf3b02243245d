import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { listTemplateLinks } from '@messaging/contract/dashboard/template-links.ts'
import { unpublishTemplate } from '@messaging/contract/template-publishing.ts'
import { deleteTemplate, type Template } from '@messaging/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { readList } from '../api/read.ts'
import { useAction } from '../api/use-action.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'

/** Deletes the draft of a template, and on request what the provider has of it. */
export function DeleteTemplate({ template: { id, name, accountLinks } }: { readonly template: Template }) {
  const [isConfirming, setConfirming] = useState(false)
  const [alsoUnpublish, setAlsoUnpublish] = useState(true)
  const navigate = useNavigate()
  const { data: links = [] } = useQuery(readList(listTemplateLinks, { query: { templateId: id } }))
  const nameOf = (accountId: string) =>
    accountLinks.find((link) => link.accountId === accountId)?.accountName ?? accountId
  const deleting = useAction(deleteTemplate, {
    onDone: () => {
      tell(`${name} deleted`)
      void navigate({ to: '/templates', ignoreBlocker: true })
    },
  })
  const unpublishing = useAction(unpublishTemplate, {
    onDone: ({ unpublishErrors }) => {
      if (unpublishErrors.length === 0) deleting.mutate({ params: { id } })
    },
  })
  const failures = (unpublishing.data?.unpublishErrors ?? []).map(
    ({ accountId, error }) => `${nameOf(accountId)}: ${error}`,
  )
  const failure =
    failures.length > 0
      ? new ApiError(`The template was not deleted, because it could not be unpublished. ${failures.join(' ')}`, {
          status: 200,
          code: 'upstream_error',
        })
      : undefined
  const accountIds = links.map(({ accountId }) => accountId)
  const isPublished = accountIds.length > 0
  return (
    <>
      <Allowed endpoint={deleteTemplate}>
        <Button variant="default" onClick={() => setConfirming(true)}>
          Delete
        </Button>
      </Allowed>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Delete ${name}?`}
        confirm="Delete template"
        danger
        typed={isPublished ? name : undefined}
        onConfirm={() =>
          isPublished && alsoUnpublish
            ? unpublishing.mutate({ params: { id }, body: { accountIds } })
            : deleting.mutate({ params: { id } })
        }
        isPending={deleting.isPending || unpublishing.isPending}
        error={deleting.error ?? unpublishing.error ?? failure}
      >
        {isPublished ? (
          <Stack gap="sm">
            <Text size="sm">The template is published on {accountIds.map(nameOf).join(', ')}.</Text>
            <Checkbox
              label="Delete it at the provider, too"
              description={
                alsoUnpublish
                  ? 'The provider blocks its name for several weeks.'
                  : 'Otherwise it stays at the provider, and can only be deleted there.'
              }
              checked={alsoUnpublish}
              onChange={(event) => setAlsoUnpublish(event.currentTarget.checked)}
            />
          </Stack>
        ) : (
          <Text size="sm">This deletes the draft. It is not published on any account.</Text>
        )}
      </ConfirmDialog>
    </>
  )
}
