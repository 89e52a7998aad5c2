package studio_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/ops/studio"
	"croupier/bff/test/testkit"
	"croupier/configs"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// rig has the stores that instances share, and one instance.
type rig struct {
	*studio.Manager
	t        *testing.T
	heads    testkit.Records
	contents testkit.Keyed
	bus      testkit.Bus
	log      testkit.Log
	actions  []string // of the audit log
}

// newRig returns a rig with variables of the environment as NAME=value.
func newRig(t *testing.T, env ...string) *rig {
	t.Helper()
	r := &rig{t: t}
	r.Manager = r.open(env...)
	return r
}

// open returns another instance.
func (r *rig) open(env ...string) *studio.Manager {
	r.t.Helper()
	log := slog.New(slog.NewTextHandler(&r.log, nil))
	live, err := config.OpenLive(config.Source{
		Files: configs.FS, Name: "croupier.yaml", Env: func(name string) (value string, ok bool) {
			for _, one := range env {
				if value, ok = strings.CutPrefix(one, name+"="); ok {
					break
				}
			}
			return value, ok
		},
	}, log, time.Now)
	require.NoError(r.t, err)
	return studio.New(r.t.Context(), studio.Options{
		Heads: &r.heads, Contents: &r.contents, Bus: &r.bus, Live: live, Clock: time.Now, Log: log,
		Audit: r.audit,
	})
}

func (r *rig) audit(by string) studio.Audit {
	return func(ctx context.Context, action, brand string, before, after any, do func(context.Context) error) error {
		raw, _ := json.Marshal([]any{before, after})
		r.actions = append(r.actions, fmt.Sprintf("%s %s %s %s", by, action, brand, raw))
		return do(ctx)
	}
}

func (r *rig) by(name string) studio.Editor {
	return studio.Editor{
		Name: name, Audit: r.audit(name), SecondPerson: func(_ context.Context, proposer string, _ time.Time) error {
			if proposer == name {
				return bff.ErrSameAccount
			}
			return nil
		},
	}
}

func (r *rig) state() *studio.State {
	r.t.Helper()
	s, err := r.State(r.t.Context(), "pera", studio.InEnglish)
	require.NoError(r.t, err)
	return s
}

func (r *rig) patch(by string, revision int, field, value string) error {
	changes := map[string]json.RawMessage{field: json.RawMessage(value)}
	return r.Patch(r.t.Context(), "pera", by, revision, changes)
}

// replace changes the stored contents.
func (r *rig) replace(old, changed string) {
	r.t.Helper()
	for name, raw := range r.contents.Values() {
		require.NoError(r.t, r.contents.Put(r.t.Context(), name, bytes.ReplaceAll(raw, []byte(old), []byte(changed))))
	}
}

// publish publishes the draft after a change of the radius, or without one if radius is empty.
func (r *rig) publish(by, radius string, from time.Time) error {
	r.t.Helper()
	if radius != "" {
		require.NoError(r.t, r.patch(by, r.state().Revision, "theme.radius", radius))
	}
	q := studio.Publication{Revision: r.state().Revision, From: from, Note: "note"}
	return r.Publish(r.t.Context(), r.by(by), "pera", q)
}

func radius(m *studio.Manager) int {
	b, _ := m.Live.ByID("pera")
	return b.Theme.Radius
}

func TestDraftsMergeAndNameConflicts(t *testing.T) {
	r := newRig(t)
	for _, row := range []struct {
		name, by     string
		revision     int
		field, value string
		conflict     string // editor
	}{
		{"a first change", "ayse", 0, "theme.radius", "20", ""},
		{"another field is no conflict", "veli", 0, "tagline.tr", `"Yeni"`, ""},
		{"the same field with an old revision", "veli", 0, "theme.radius", "8", "ayse"},
		{"the editor's own change", "ayse", 0, "theme.radius", "18", ""},
		{"also a change since", "veli", 1, "theme.radius", "8", "ayse"},
		{"with the latest revision", "veli", 3, "theme.radius", "8", ""},
		{"with a revision that does not exist", "veli", 1000, "theme.hero", `"split"`, "nobody"},
	} {
		err := r.patch(row.by, row.revision, row.field, row.value)
		if row.conflict == "" {
			assert.NoError(t, err, row.name)
			continue
		}
		var conflict *studio.ConflictError
		require.ErrorAs(t, err, &conflict, row.name)
		if row.conflict == "nobody" {
			continue
		}
		assert.Equal(t, row.field+" "+row.conflict, conflict.Conflicts[0].Field+" "+conflict.Conflicts[0].By, row.name)
	}
	s := r.state()
	require.Len(t, s.Changes, 2)
	assert.Equal(t, "theme.radius 8 veli", s.Changes[1].Field+" "+string(s.Changes[1].After)+" "+s.Changes[1].By)
	admin := &studio.Admin{Manager: r.Manager}
	_, err := admin.Do(t.Context(), studio.Request{Do: "import", Brand: "pera", By: "ayse"})
	assert.ErrorContains(t, err, "veli has changed tagline.tr in the draft", "an import over the draft of others")
	assert.NotEqual(t, 8, radius(r.Manager), "players see a draft")
	assert.Equal(t, 8, r.Draft("pera").Theme.Radius, "preview")
	require.NoError(t, r.patch("veli", 4, "theme.radius", "9"))
	assert.Equal(t, 9, r.Draft("pera").Theme.Radius, "preview at once after another change")
	for _, name := range []string{"hosts", "theme", "theme.modes.dark", "theme.modes.dark.text.x"} {
		assert.ErrorAs(t, r.patch("veli", 5, name, `{}`), new(config.Faults), name)
	}
	assert.ErrorAs(t, r.Discard(t.Context(), r.by("veli"), "pera", 1), new(*studio.ConflictError), "an old revision")
	require.NoError(t, r.patch("veli", s.Revision, "tagline.tr", "null"))
	assert.Len(t, r.state().Changes, 1, "after a reset")
	require.NoError(t, r.Discard(t.Context(), r.by("veli"), "pera", r.state().Revision))
	assert.Empty(t, r.state().Changes)
	// Also fields that leave the draft or the published overlay are changes.
	conflicts := func(how string) {
		t.Helper()
		var conflict *studio.ConflictError
		require.ErrorAs(t, r.patch("ayse", s.Revision, "theme.radius", "7"), &conflict, how)
		assert.Equal(t, "theme.radius veli", conflict.Conflicts[0].Field+" "+conflict.Conflicts[0].By, how)
		s = r.state()
	}
	conflicts("after the draft was discarded")
	require.NoError(t, r.publish("veli", "11", time.Time{}))
	s = r.state()
	require.NoError(t, r.publish("veli", "null", time.Time{}))
	conflicts("after a reset was published")
	for number, how := range []string{"to the files", "to a version"} {
		require.NoError(t, r.publish("ayse", fmt.Sprint(12+number), time.Time{}))
		s = r.state()
		require.NoError(t, r.Revert(t.Context(), r.by("veli"), "pera", number))
		conflicts("after a revert " + how)
	}
	require.NoError(t, r.patch("ayse", s.Revision, "theme.radius", "7"))

	r.Manager = r.open("CROUPIER_STUDIO_EDIT=read_only")
	ctx, by := t.Context(), r.by("veli")
	_, err = r.AddPicture(ctx, "pera", []byte("<svg/>"))
	for i, err := range []error{
		err, r.patch("veli", 9, "theme.radius", "1"), r.publish("veli", "", time.Time{}), r.Revert(ctx, by, "pera", 0),
		r.Discard(ctx, by, "pera", 9), r.Approve(ctx, by, "pera", 1), r.Withdraw(ctx, by, "pera", 1),
		r.PutLanguage(ctx, "pera", "veli", 9, bff.Language{}, nil),
	} {
		assert.ErrorIs(t, err, studio.ErrReadOnly, "change %d", i)
	}
}

// blocked is a KeyedStore that does not return pictures until the context ends.
type blocked struct {
	bff.KeyedStore
	reached chan struct{}
}

func (b blocked) Get(ctx context.Context, key string) ([]byte, error) {
	if strings.HasPrefix(key, "blob/media/") {
		close(b.reached)
		<-ctx.Done()
	}
	return b.KeyedStore.Get(ctx, key)
}

func TestDraftsOfOneBrandDoNotSlowOthers(t *testing.T) {
	r := newRig(t)
	require.NoError(t, r.patch("ayse", 0, "logo/mark.svg", `"media/00000000000000000000000000000000.svg"`))
	reached, pera := make(chan struct{}), make(chan struct{})
	r.Contents = blocked{r.Contents, reached}
	go func() { r.Draft("pera"); close(pera) }()
	<-reached
	require.NotNil(t, r.Draft("zephyr"))
	select {
	case <-pera:
		assert.Fail(t, "the preview of another brand waited")
	default:
	}
	<-pera

	r, changes := newRig(t), map[string]json.RawMessage{}
	for i := range 2001 {
		changes[fmt.Sprintf("texts.tr.lobby.k%d", i)] = json.RawMessage("1")
	}
	assert.ErrorAs(t, r.Patch(t.Context(), "pera", "ayse", 0, changes), new(config.Faults), "too many texts")
	delete(changes, "texts.tr.lobby.k0")
	require.NoError(t, r.Patch(t.Context(), "pera", "ayse", 0, changes))
	assert.Len(t, r.state().Faults, 100)
}

func TestPublicationsAndReverts(t *testing.T) {
	r := newRig(t)
	before, ctx, now := radius(r.Manager), t.Context(), time.Time{}
	require.NoError(t, r.publish("ayse", "20", now))
	assert.Equal(t, 20, radius(r.Manager))
	want := fmt.Sprintf(`ayse published pera [{"theme.radius":%d},{"theme.radius":20}]`, before)
	assert.Equal(t, []string{want}, r.actions)
	assert.Empty(t, r.state().Changes, "the draft after the publication")
	assert.ErrorIs(t, r.publish("ayse", "", now), studio.ErrNoChanges)
	assert.Equal(t, 20, radius(r.open()), "an instance that starts later")

	require.NoError(t, r.contents.Delete(ctx, "draft/pera")) // the store loses it
	require.NoError(t, r.patch("veli", r.state().Revision, "theme.modes.dark.text", `"#202020"`))
	var faults config.Faults
	require.ErrorAs(t, r.publish("veli", "8", now), &faults)
	assert.Equal(t, "theme.modes.dark.text veli", faults[0].Field+" "+faults[0].Editor, "a low contrast")
	require.NoError(t, r.patch("veli", r.state().Revision, "theme.modes.dark.text", "null"))
	require.NoError(t, r.publish("veli", "", now))
	assert.Equal(t, 8, radius(r.Manager))

	require.NoError(t, r.patch("veli", r.state().Revision, "tagline.tr", `"Yeni"`))
	for _, row := range [][2]int{{1, 20}, {2, 8}, {0, before}} {
		require.NoError(t, r.Revert(ctx, r.by("ayse"), "pera", row[0]))
		assert.Equal(t, row[1], radius(r.Manager), "after a revert to %d", row[0])
	}
	assert.ErrorIs(t, r.Revert(ctx, r.by("ayse"), "pera", 9), studio.ErrUnknown)
	s := r.state()
	assert.Len(t, s.Changes, 1, "the draft keeps its changes")
	assert.True(t, s.Version == 5 && len(s.History) == 5 && s.History[0].Of != nil, "%+v", s.History)
	changes, err := r.Changes(ctx, "pera", 2, false)
	require.NoError(t, err)
	assert.Equal(t, "20 8", string(changes[0].Before)+" "+string(changes[0].After))
	changes, err = r.Changes(ctx, "pera", 1, true)
	require.NoError(t, err)
	assert.Equal(t, fmt.Sprintf("%d 20 ", before), fmt.Sprintf("%s %s %s", changes[0].Before, changes[0].After,
		changes[0].By))

	require.NoError(t, r.patch("veli", s.Revision, "theme.radius", "7"))
	require.NoError(t, r.Revert(ctx, r.by("ayse"), "pera", 1))
	changes, err = r.Changes(ctx, "pera", 6, false)
	require.NoError(t, err)
	assert.Equal(t, "ayse", changes[0].By, "a revert of a field that the draft also changes")
	r.replace(`:20,`, `:-2,`) // the overlay becomes invalid
	assert.Equal(t, before, radius(r.open()), "an invalid overlay")
	assert.Contains(t, r.log.String(), `field=theme.radius editor=ayse`)

	for name := range r.contents.Values() {
		if strings.HasPrefix(name, "blob/contents/") {
			require.NoError(t, r.contents.Delete(ctx, name))
		}
	}
	require.NoError(t, r.Patch(ctx, "zephyr", "ayse", 0, map[string]json.RawMessage{"theme.radius": []byte("3")}))
	require.NoError(t, r.Publish(ctx, r.by("ayse"), "zephyr", studio.Publication{Revision: 1}))
	b, _ := r.open().Live.ByID("zephyr")
	assert.Equal(t, 3, b.Theme.Radius, "while the contents of another brand are lost")
}

func TestSecondPersonAndSchedule(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const twoPeople = "CROUPIER_STUDIO_PUBLISH=two_people"
		r := newRig(t, twoPeople)
		other := r.open(twoPeople) // also publishes at the scheduled time
		run := func(m *studio.Manager) (stop func()) {
			return testkit.Start(t, func(ctx context.Context) { m.Run(ctx, time.Tick(time.Second)) })
		}
		stop := run(r.Manager)
		defer run(other)()
		before, ctx := radius(r.Manager), t.Context()
		require.NoError(t, r.publish("ayse", "20", time.Time{}))
		p := r.state().Proposal
		require.NotNil(t, p)
		assert.Equal(t, "ayse note 20", p.By+" "+p.Note+" "+string(p.Changes[0].After))
		assert.ErrorIs(t, r.publish("veli", "", time.Time{}), studio.ErrProposed)
		assert.ErrorIs(t, r.Revert(ctx, r.by("veli"), "pera", 0), studio.ErrProposed)
		assert.ErrorIs(t, r.Approve(ctx, r.by("ayse"), "pera", p.Revision), bff.ErrSameAccount)
		assert.ErrorIs(t, r.Approve(ctx, r.by("veli"), "pera", p.Revision+1), studio.ErrNoProposal)
		assert.Equal(t, before, radius(r.Manager), "a proposal is live")
		require.NoError(t, r.Approve(ctx, r.by("veli"), "pera", p.Revision))
		assert.Equal(t, 20, radius(r.Manager))
		assert.Equal(t, "veli", r.state().History[0].ApprovedBy)

		// A later change of the field remains in the draft when the frozen one is published.
		require.NoError(t, r.publish("ayse", "8", time.Now().Add(time.Hour)))
		require.NoError(t, r.Approve(ctx, r.by("veli"), "pera", r.state().Proposal.Revision))
		require.NoError(t, r.patch("ayse", r.state().Revision, "theme.radius", "6"))
		time.Sleep(time.Hour - 2*time.Second)
		assert.True(t, radius(other) == 20 && r.state().Scheduled != nil, "before its time")
		time.Sleep(4 * time.Second)
		synctest.Wait()
		assert.Equal(t, "8 8", fmt.Sprint(radius(r.Manager), " ", radius(other)))
		s := r.state()
		assert.True(t, s.Scheduled == nil && s.Version == 2, "%+v", s)
		assert.Equal(t, "8 6", string(s.Changes[0].Before)+" "+string(s.Changes[0].After))
		assert.Contains(t, r.actions[len(r.actions)-1], "ayse published pera")

		require.NoError(t, r.publish("ayse", "", time.Now().Add(time.Minute)))
		require.NoError(t, r.Withdraw(ctx, r.by("veli"), "pera", r.state().Proposal.Revision))
		time.Sleep(2 * time.Minute)
		assert.Equal(t, 8, radius(r.Manager), "a withdrawn proposal")
		assert.Len(t, r.state().Changes, 1, "the draft after the withdrawal")

		// A scheduled publication that has become invalid waits for another approval.
		require.NoError(t, r.publish("ayse", "7", time.Now().Add(time.Minute)))
		require.NoError(t, r.Approve(ctx, r.by("veli"), "pera", r.state().Proposal.Revision))
		stop() // this instance still has the contents
		r.replace(`:7,`, `:-7,`)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		s = r.state()
		require.NotNil(t, s.Proposal)
		assert.True(t, s.Version == 2 && s.Scheduled == nil && s.Proposal.ApprovedBy == "", "%+v", s)
		assert.Equal(t, 1, strings.Count(r.log.String(), "could not publish the scheduled changes"), "%s", &r.log)
		alone := r.open()
		s, err := alone.State(ctx, "pera", studio.InEnglish)
		require.NoError(t, err)
		assert.Equal(t, "theme.radius", s.Proposal.Faults[0].Field, "the reason")
		assert.ErrorAs(t, alone.Approve(ctx, r.by("ayse"), "pera", s.Proposal.Revision), new(config.Faults))
		require.NoError(t, r.Withdraw(ctx, r.by("veli"), "pera", s.Proposal.Revision))

		// A store that fails at the time delays the publication.
		require.NoError(t, r.publish("ayse", "5", time.Now().Add(time.Minute)))
		require.NoError(t, r.Approve(ctx, r.by("veli"), "pera", r.state().Proposal.Revision))
		r.contents.Fail(errors.New("no store"))
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		r.contents.Fail(nil)
		assert.Equal(t, 1, strings.Count(r.log.String(), "no store"), "%s", &r.log)
		require.NoError(t, r.Withdraw(ctx, r.by("veli"), "pera", r.state().Scheduled.Revision))

		// A schedule from before two people were needed waits for the second one.
		r.Manager = r.open()
		require.NoError(t, r.publish("ayse", "5", time.Now().Add(time.Minute)))
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		s = r.state()
		assert.True(t, s.Version == 2 && s.Scheduled == nil && s.Proposal != nil, "%+v", s.History)

		late := studio.Publication{Revision: s.Revision, From: time.Now(), Note: strings.Repeat("ş", 501)}
		for _, field := range []string{"from", "note"} {
			assert.Regexp(t, "^"+field+": must", r.Publish(ctx, r.by("ayse"), "pera", late))
			late.From = late.From.Add(time.Minute)
		}
	})
}
