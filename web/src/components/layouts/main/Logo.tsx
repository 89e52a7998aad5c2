import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { useColorMode } from '@/lib/theme/mode';

/** The brand's logo for the current colour mode. */
export function Logo({ name }: { name: string }) {
  const { mode } = useColorMode();
  const { logo } = bootstrap().brand;
  return <img src={logo[mode]} alt={name} width={132} height={36} />;
}
