import type { LabelLine } from '../../../../shared/console/labels.ts';
import { useWords } from '../../core/translations.ts';

/** Draws a label in small: one unit is a millimetre. Bars stand for the texts that are the same on all labels of a brand. */
export function LabelPreview({
  label: { evseId, number, kind, powerW, address, host, modules, fill, onFill },
}: {
  label: LabelLine;
}) {
  const { t, decimal } = useWords();
  const kindWords = t(`session.plug.${kind}`);
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className="label-page" viewBox="0 0 105 148" role="img" aria-label={t('stations.labels.alt', { address })}>
      <path d="M0 0h105v148H0z" fill="#fff" />
      <path d="M0 0h105v32H0z" fill={fill} />
      <g fill={onFill}>
        <text x="7" y="25.6" fontSize="27" fontWeight="700">
          {number}
        </text>
        <text x="98" y="15" fontSize={fitting(kindWords, 50)} fontWeight="700" textAnchor="end">
          {kindWords}
        </text>
        <text x="98" y="22.5" fontSize="5" textAnchor="end">
          {decimal(powerW / 1000)} kW
        </text>
      </g>
      <path d="M7 38h42v4.5H7zM7 46h76v4.5H7z" fill="#14181c" />
      <path d="M7 54.5h52v2.5H7zM73 72h22v2.5H73zM73 87h20v2.5H73zM73 101h24v2.5H73z" fill="#bcc5cd" />
      <path d="M61 69h8v8h-8zM61 84h8v8h-8zM61 98h8v8h-8z" fill="#14181c" />
      <path d={path} transform={`translate(7 65) scale(${44 / modules.length})`} fill="#000" shapeRendering="crispEdges" />
      <path d="M7 115.5h91v13H7z" fill="#f1f3f5" />
      <g fill="#14181c" fontWeight="700">
        <text x="10.5" y="124.5" fontSize={fitting(host, 84)}>
          {host}
        </text>
        <text x="98" y="139.5" fontSize="6" textAnchor="end">
          {evseId}
        </text>
      </g>
    </svg>
  );
}

/** Returns the font size in which a bold text is at most this wide. */
const fitting = (text: string, width: number): number => Math.min(6, width / (0.62 * text.length));
