package webserver

import (
	"encoding/base64"
	"net/http"

	"consider/internal/fail"
	"consider/internal/review"
	"consider/internal/session"
)

// ImageInput is an image that was pasted into a comment or dropped on it.
type ImageInput struct {
	Data string `json:"data"` // base64
}

// ImageOutput names an image that the store keeps for a comment.
type ImageOutput struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

const maxImageBody = 2 << 20 // of the JSON around an image; the image itself has a tighter bound

// postImage stores an image for a comment that is being written.
func (s *Server) postImage(r *http.Request, service *session.Session) (any, error) {
	var in ImageInput
	if err := decode(r, &in, maxImageBody); err != nil {
		return nil, err
	}
	data, err := base64.StdEncoding.DecodeString(in.Data)
	if err != nil {
		return nil, fail.Usage("the image is not valid base64")
	}
	id, kind, err := review.PutImage(r.Context(), service, data)
	return ImageOutput{ID: id, Type: kind.Type}, err
}

// getImage answers with an image of a comment, as data in JSON: no address of this server ever serves a document whose
// content came from a request.
func (s *Server) getImage(r *http.Request, service *session.Session) (any, error) {
	st, err := service.Snapshot(r.Context())
	if err != nil {
		return nil, err
	}
	data, kind, err := review.ReadImage(st, r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return PictureOutput{Type: kind.Type, Data: base64.StdEncoding.EncodeToString(data)}, nil
}
