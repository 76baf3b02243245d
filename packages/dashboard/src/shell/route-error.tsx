import { Container } from '../ui/container.tsx'
import { ErrorState } from '../ui/error-state.tsx'

/** Stands where a page could not be shown at all. */
export function RouteError({ error }: { readonly error: unknown }) {
  return (
    <Container>
      <ErrorState error={error} onRetry={() => window.location.reload()} />
    </Container>
  )
}
