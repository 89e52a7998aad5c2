import { Html } from '@/components/html/Html';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { useCmscontrollerGetInformation } from '@/contracts/hooks/cmscontroller';
import type { InformationType } from '@/contracts/types';
import css from './Footer.module.css';

/** The content backend's texts in the footer. */
const types: readonly InformationType[] = ['bottomBarInfo', 'DomainBilgi'];

/**
 * The brand's texts about itself and its address. A missing text renders nothing. While a text loads,
 * it takes `height` pixels, so the page keeps its place.
 */
export default function SiteNotes({ height }: { height: number }) {
  return (
    <div className={css.notes}>
      {types.map((type) => (
        <SectionErrors key={type} of="nothing">
          <SiteNote type={type} height={height} />
        </SectionErrors>
      ))}
    </div>
  );
}

function SiteNote({ type, height }: { type: InformationType; height: number }) {
  const { data, loading } = useCmscontrollerGetInformation({ InfType: type });
  const note = data?.[0];
  if (loading) return <div style={{ minHeight: height }} />;
  if (!note?.Text) return null;
  return (
    <section>
      {note.Title && <h2 className={css.title}>{note.Title}</h2>}
      <Html html={note.Text} className={css.note} />
    </section>
  );
}
