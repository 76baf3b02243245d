import { Alert, Button, Text } from '@mantine/core'
import { type AccountLink, publishTemplate, type Template } from '@replywright/contract/templates.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Allowed } from '../ui/allowed.tsx'
import { actions, type Column, DataTable } from '../ui/data-table.tsx'
import { FormError } from '../ui/form-parts.tsx'
import { Loaded, Panel } from '../ui/page.tsx'
import { useAction } from '../ui/use-action.ts'
import { LinkActions } from './link-actions.tsx'
import { LinkStatus } from './link-status.tsx'
import { publishingWords, qualityText } from './provider-words.ts'
import { type Publication, publicationOf } from './publication.ts'
import { readTemplateLinks } from './template-links.ts'

interface Row {
  readonly link: AccountLink
  readonly publication: Publication
}

/** A template's status on each account. Publishing is disabled while there are unsaved changes or problems to fix. */
export function PublishingPanel({
  template,
  isDirty,
  isInvalid,
}: {
  readonly template: Template
  readonly isDirty: boolean
  /** Whether the provider would reject it. */
  readonly isInvalid: boolean
}) {
  const isBlocked = isDirty || isInvalid
  const { id, accountLinks } = template
  const links = useQuery(readTemplateLinks({ templateId: id }))
  const publishing = useAction(publishTemplate, {
    done: (response) => {
      const { message, isProblem } = publishingWords(response)
      return isProblem ? undefined : message
    },
  })
  const outcome = publishing.data && publishingWords(publishing.data)
  const rows = accountLinks.map((link) => {
    const sent = links.data?.find(({ accountId }) => accountId === link.accountId)
    return { link, publication: publicationOf(template, link, sent) }
  })
  const unpublished = rows.filter(({ publication }) => publication.state === 'none').map(({ link }) => link.accountId)
  return (
    <Panel
      title="Accounts"
      actions={
        links.data &&
        unpublished.length > 1 && (
          <Allowed endpoint={publishTemplate}>
            <Button
              size="xs"
              disabled={isBlocked}
              loading={publishing.isPending}
              onClick={() => publishing.mutate({ params: { id }, body: { accountIds: unpublished } })}
            >
              Publish on all accounts
            </Button>
          </Allowed>
        )
      }
    >
      {isDirty && (
        <Text c="dimmed" mb="xs" role="status">
          Save your changes before publishing.
        </Text>
      )}
      {isInvalid && !isDirty && (
        <Text c="dimmed" mb="xs" role="status">
          Fix the problems below before publishing.
        </Text>
      )}
      <FormError error={publishing.error} />
      {outcome?.isProblem && (
        <Alert color="red" mb="xs" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {outcome.message}
        </Alert>
      )}
      <Loaded query={links}>
        {() =>
          rows.length > 0 ? (
            <DataTable
              label="Accounts"
              columns={columnsOf(template, isBlocked)}
              rows={rows}
              rowKey={({ link }) => link.accountId}
            />
          ) : (
            <Text>
              No accounts to publish on. <Link to="/accounts/link-sessions/new">Connect an account</Link>
            </Text>
          )
        }
      </Loaded>
    </Panel>
  )
}

function columnsOf(template: Template, isBlocked: boolean): readonly Column<Row>[] {
  return [
    {
      title: 'Account',
      unlabelled: true,
      render: ({ link: { accountId, accountName } }) => (
        <Link to="/accounts/$id" params={{ id: accountId }}>
          {accountName}
        </Link>
      ),
    },
    {
      title: 'Status',
      render: ({ link, publication }) => <LinkStatus status={link.status} isKnown={publication.state !== 'unknown'} />,
    },
    { title: 'Meaning', render: ({ publication }) => publication.meaning },
    { title: 'Quality', render: ({ link }) => qualityText(link.qualityScore) },
    actions(({ link, publication }) => (
      <LinkActions template={template} link={link} publication={publication} disabled={isBlocked} />
    )),
  ]
}
