import { hashKey } from '@tanstack/react-query';
import type { Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import { keys } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { isActive, onRunEnd } from '../../../lib/runs/runs.ts';
import { toast } from '../../../lib/toast.ts';
import { Changes } from './change.ts';
import { Checks } from './checked.ts';
import { MusicEdits, OptionEdits, Versions } from './film-edits.ts';
import { History } from './history.ts';
import { autoSaves, Saver } from './saver.ts';
import { Sections } from './section-actions.ts';
import { Order } from './section-order.ts';
import {
  createEditorStore,
  takeProject,
  type EditorDialog,
  type EditorState,
  type LostDraft,
} from './state.ts';
import { Trims } from './trim-actions.ts';
import { Words } from './word-actions.ts';
import {
  type InspectorTab,
  readSnap,
  readStrip,
  readTab,
  writeSnap,
  writeStrip,
  writeTab,
} from './workspace/remembered.ts';

/** The running runs that may change a project's sections. */
const runsOf = ({ processing, hearing, translation, preparations }: Project): string[] =>
  [processing, hearing, translation, ...preparations].filter(isActive).map(({ id }) => id);

/** The editor of a project in one language: its state and every action on it. */
export class Editor {
  readonly store;
  readonly saver;
  readonly history;
  readonly sections;
  readonly order;
  readonly checks;
  readonly music;
  readonly options;
  readonly trims;
  readonly versions;
  readonly words;
  readonly #changes;

  constructor(projectId: string, language: Language) {
    this.store = createEditorStore(projectId, language);
    this.saver = new Saver(this.store);
    this.#changes = new Changes(this.store);
    this.history = new History(this.store, this.saver, this.#changes);
    this.sections = new Sections(this.store, this.saver, this.#changes, this.history);
    this.order = new Order(this.store, this.#changes, this.history);
    this.checks = new Checks(this.store);
    this.music = new MusicEdits(this.store, this.saver, this.#changes, this.history);
    this.options = new OptionEdits(this.store, this.saver, this.#changes, this.history);
    this.trims = new Trims(this.store, this.saver, this.sections);
    this.versions = new Versions(this.store, this.#changes, this.history);
    this.words = new Words(this.store, this.saver, this.#changes, this.history);
  }

  get state(): EditorState {
    return this.store.getState();
  }

  /** Applies the project whenever it loads, until the returned function is called; unsaved changes are saved then. */
  open(): () => void {
    const { projectId, language } = this.state;
    const key = keys.project(projectId, language);
    let taken: Project | undefined;
    // What changed while this editor was closed may be this tab's own, for example in another language.
    let fresh = true;
    let runEnded = false;
    const take = (): void => {
      const query = queryClient.getQueryState(key);
      const project = query?.data;
      if (!project || project === taken) return;
      const byRun =
        runEnded || (taken !== undefined && runsOf(taken).some((id) => !runsOf(project).includes(id)));
      const isFirst = taken === undefined;
      taken = project;
      const by = fresh ? 'unknown' : byRun || this.#changes.isOpen ? 'here' : 'elsewhere';
      fresh = query.isInvalidated || query.fetchStatus !== 'idle';
      runEnded = false;
      const lost = takeProject(this.store, project, by);
      this.saver.forgetReplaced();
      if (by !== 'here') this.#offerLost(isFirst ? [...lost, ...this.saver.takeKept()] : lost);
    };
    take();
    // An editor of another project or language may have changed the workspace since.
    this.store.setState({ tab: readTab(), strip: readStrip(), snap: readSnap() });
    const stopRuns = onRunEnd((run) => {
      if (run.projectId === projectId) runEnded = true;
    });
    const stop = queryClient.getQueryCache().subscribe((event) => {
      take();
      const isRead = event.type === 'updated' && event.action.type === 'success';
      if (isRead && event.query.queryHash === hashKey(key)) this.saver.saveUnsent();
    });
    return () => {
      stop();
      stopRuns();
      this.store.setState({
        dialog: null,
        finding: false,
        pane: 'sections',
        checked: [],
        film: false,
        playingId: null,
      });
      if (autoSaves()) void this.saver.saveAll();
    };
  }

  /** Offers to restore sections that another tab deleted while they had unsaved changes. */
  #offerLost(lost: LostDraft[]): void {
    if (lost.length === 0) return;
    const names = lost.map(({ title }) => `“${title}”`).join(', ');
    const restore = async (): Promise<void> => {
      for (const { id, title, draft } of lost) {
        await this.sections.restore({ id, title });
        const { typed, ...patch } = draft;
        this.saver.edit(id, { ...(typed !== undefined && { transcription: typed }), ...patch });
      }
      if (autoSaves()) await this.saver.saveAll();
    };
    toast({
      title: 'Deleted in Another Tab',
      description: `${names} had unsaved changes.`,
      variant: 'destructive',
      duration: Number.POSITIVE_INFINITY,
      action: { label: 'Restore', onClick: () => void restore() },
    });
  }

  select(id: string | null): void {
    this.store.setState({ selectedId: id });
  }

  /** Selects the section that many places further, within the list. Returns whether there was one. */
  selectBy(by: number): boolean {
    const { sections, selectedId } = this.state;
    const next = sections[sections.findIndex(({ id }) => id === selectedId) + by];
    if (next) this.select(next.id);
    return next !== undefined;
  }

  /** Previews the whole film, or the selected section again. */
  showFilm(film: boolean): void {
    this.store.setState({ film, playingId: null });
  }

  /** Opens a dialog; null closes it. */
  show(dialog: EditorDialog | null): void {
    this.store.setState({ dialog });
  }

  /** Opens or closes Find. */
  showFind(finding: boolean): void {
    this.store.setState({ finding });
  }

  /** Shows the text as a field to rewrite it, or as the words that were said. */
  write(writing: boolean): void {
    this.store.setState({ writing });
  }

  /** What a small screen shows. */
  showPane(pane: EditorState['pane']): void {
    this.store.setState({ pane });
  }

  /** Shows a tab of the inspector, which the next visit opens too. */
  inspect(tab: InspectorTab): void {
    this.store.setState({ tab });
    writeTab(tab);
  }

  /** Shows or hides the film strip, now and at the next visit. */
  showStrip(strip: boolean): void {
    this.store.setState({ strip });
    writeStrip(strip);
  }

  /** Whether dragged edges snap, now and at the next visit. */
  setSnap(snap: boolean): void {
    this.store.setState({ snap });
    writeSnap(snap);
  }

  /** Asks for the target position of sections. */
  askPlace(ids: string[]): void {
    this.store.setState({ dialog: 'move', moving: ids });
  }

  /** Asks for another name of who speaks in the selected section's video. */
  renameSpeaker(speaker: string): void {
    this.store.setState({ dialog: 'speaker', renaming: speaker });
  }

  /** Resolves when no call that changes the order or the set is pending. */
  settled(): Promise<void> {
    return this.#changes.settled();
  }

  /** A film was requested: it includes every edit. */
  filmBegun(): void {
    this.store.setState({ edited: false });
  }
}
