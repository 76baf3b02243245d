import { IconUserSearch } from '@tabler/icons-react'
import { LinkButton } from '../ui/link-button.tsx'

/** Links to the export and erasure of a customer's data. `customer` is a number (digits), or `user:` and a user id. */
export function CustomerDataLink({ customer }: { readonly customer: string }) {
  return (
    <LinkButton
      to="/customers/$number"
      params={{ number: customer }}
      variant="default"
      size="xs"
      leftSection={<IconUserSearch size={14} aria-hidden />}
    >
      Data of this customer
    </LinkButton>
  )
}
